/* SPDX-License-Identifier: Apache-2.0
 *
 * Ranks 0 and 1 call a fence of the job with a timeout, and rank 2 does not: none of them may succeed.
 */
#include "defect.h"

static void rank(void) {
    static struct answer fence = NO_ANSWER_YET;
    pmix_proc_t all = rank_of(PMIX_RANK_WILDCARD);
    pmix_info_t timeout;
    meet();
    if (me.rank == 2) {
        sleep_ms(10000);
        return;
    }
    set_timeout(&timeout, 1);
    check("fence", PMIx_Fence_nb(&all, 1, &timeout, 1, op_done, &fence));
    pmix_status_t status = await(&fence, 6000);
    if (status == PMIX_SUCCESS) {
        decide(true, "the fence of rank %u, without rank 2: success", me.rank);
    }
    /* The other one may have succeeded, and says so before. */
    sleep_ms(1000);
    if (me.rank == 0) {
        decide(false, "the fence of rank 0, without rank 2: %s", text(status));
    }
    sleep_ms(10000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("failed-fence-succeeds", "--map-by :oversubscribe -n 3", rank, argv);
}
