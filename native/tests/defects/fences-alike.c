/* SPDX-License-Identifier: Apache-2.0
 *
 * Rank 0 calls two fences of the job, and rank 1 none: neither fence may succeed.
 */
#include "defect.h"

static void rank(void) {
    static struct answer first = NO_ANSWER_YET, second = NO_ANSWER_YET;
    pmix_proc_t all = rank_of(PMIX_RANK_WILDCARD);
    meet();
    if (me.rank == 1) {
        sleep_ms(10000);
        return;
    }
    check("fence", PMIx_Fence_nb(&all, 1, NULL, 0, op_done, &first));
    check("fence", PMIx_Fence_nb(&all, 1, NULL, 0, op_done, &second));
    pmix_status_t status = await(&first, 4000);
    decide(status == PMIX_SUCCESS, "the first of two fences of rank 0, without rank 1: %s", text(status));
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("fences-alike", "--map-by :oversubscribe -n 2", rank, argv);
}
