/* SPDX-License-Identifier: Apache-2.0
 *
 * Rank 0 constructs a group of itself with the id of the namespace, and calls a fence of the namespace alone.
 */
#include "defect.h"

static void rank(void) {
    static struct answer construct = NO_ANSWER_YET, fence = NO_ANSWER_YET;
    pmix_proc_t all = rank_of(PMIX_RANK_WILDCARD);
    meet();
    if (me.rank == 1) {
        sleep_ms(10000);
        return;
    }
    pmix_status_t status = PMIx_Group_construct_nb(me.nspace, &me, 1, NULL, 0, info_done, &construct);
    if (status == PMIX_SUCCESS) {
        status = await(&construct, 5000);
    }
    if (status != PMIX_SUCCESS) {
        decide(false, "the construct: %s", text(status));
    }
    check("fence", PMIx_Fence_nb(&all, 1, NULL, 0, op_done, &fence));
    status = await(&fence, 4000);
    decide(status == PMIX_SUCCESS, "the fence of the namespace, without rank 1: %s", text(status));
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("namespace-as-group-id", "--map-by :oversubscribe -n 2", rank, argv);
}
