/* SPDX-License-Identifier: Apache-2.0
 *
 * Rank 0 calls a fence of the job. Then rank 1 finalizes, initializes again, and calls that fence, too.
 */
#include "defect.h"

static void rank(void) {
    static struct answer fence = NO_ANSWER_YET;
    pmix_proc_t all = rank_of(PMIX_RANK_WILDCARD);
    meet();
    if (me.rank == 1) {
        sleep_ms(500);
        check("finalize", PMIx_Finalize(NULL, 0));
        sleep_ms(500);
        check("init", PMIx_Init(&me, NULL, 0));
    }
    check("fence", PMIx_Fence_nb(&all, 1, NULL, 0, op_done, &fence));
    if (me.rank == 1) {
        sleep_ms(5000);
        return;
    }
    pmix_status_t status = await(&fence, 4000);
    decide(status != PMIX_SUCCESS, "the fence of rank 0, which rank 1 calls in its second session: %s", text(status));
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("session-end-fails-fence", "--map-by :oversubscribe -n 2", rank, argv);
}
