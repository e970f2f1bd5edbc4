/* SPDX-License-Identifier: Apache-2.0
 *
 * Rank 0 calls a fence of the job, finalizes, initializes again, and calls the fence once more; rank 1 calls none.
 */
#include "defect.h"

static void rank(void) {
    static struct answer first = NO_ANSWER_YET, second = NO_ANSWER_YET;
    pmix_proc_t all = rank_of(PMIX_RANK_WILDCARD);
    pmix_info_t timeout;
    meet();
    if (me.rank == 1) {
        sleep_ms(15000);
        return;
    }
    set_timeout(&timeout, 12);
    check("fence", PMIx_Fence_nb(&all, 1, &timeout, 1, op_done, &first));
    sleep_ms(300);
    check("finalize", PMIx_Finalize(NULL, 0));
    check("init", PMIx_Init(&me, NULL, 0));
    check("fence", PMIx_Fence_nb(&all, 1, &timeout, 1, op_done, &second));
    pmix_status_t status = await(&second, 4000);
    decide(status == PMIX_SUCCESS, "the fence of rank 0 in its second session, without rank 1: %s", text(status));
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("finalized-fence-counts", "--map-by :oversubscribe -n 2", rank, argv);
}
