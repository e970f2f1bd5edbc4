/* SPDX-License-Identifier: Apache-2.0
 *
 * Three processes on three nodes fence, finalize and initialize, up to a hundred times.
 */
#include "defect.h"

enum { MOST_SESSIONS = 100 };

static void rank(void) {
    static struct answer fences[MOST_SESSIONS];
    static const struct answer none = NO_ANSWER_YET;
    pmix_proc_t all = rank_of(PMIX_RANK_WILDCARD);
    for (int i = 0; i < MOST_SESSIONS; i++) {
        fences[i] = none;
        check("fence", PMIx_Fence_nb(&all, 1, NULL, 0, op_done, &fences[i]));
        pmix_status_t status = await(&fences[i], 5000);
        if (status != PMIX_SUCCESS) {
            decide(true, "the fence in session %d of three processes: %s", i + 1, text(status));
        }
        check("finalize", PMIx_Finalize(NULL, 0));
        check("init", PMIx_Init(&me, NULL, 0));
    }
    sleep_ms(1000);
    decide(false, "all fences in %d sessions succeeded", MOST_SESSIONS);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("finalized-process-uncounted", "--map-by node:oversubscribe -n 3", rank, argv);
}
