/* SPDX-License-Identifier: Apache-2.0
 *
 * One of three members of a group on three nodes dies, and the others call a fence of the group.
 */
#include "defect.h"

static void rank(void) {
    static struct answer construct = NO_ANSWER_YET, fence = NO_ANSWER_YET;
    pmix_proc_t members[] = {rank_of(0), rank_of(1), rank_of(2)}, group;
    pmix_status_t left = PMIX_GROUP_LEFT;
    pmix_info_t timeout;
    watch(&left, 1);
    watch_ends();
    meet();
    check("construct", PMIx_Group_construct_nb("defect", members, 3, NULL, 0, info_done, &construct));
    check("construct", await(&construct, 10000));
    if (me.rank == 2) {
        sleep_ms(300);
        kill(getpid(), SIGKILL);
    }
    if (await_events(1, 10000) < 1) {
        unclear("the death was not reported");
    }
    PMIX_LOAD_PROCID(&group, "defect", PMIX_RANK_WILDCARD);
    set_timeout(&timeout, 2);
    check("fence", PMIx_Fence_nb(&group, 1, &timeout, 1, op_done, &fence));
    pmix_status_t status = await(&fence, 5000);
    if (me.rank == 0) {
        decide(status == PMIX_ERR_TIMEOUT || status == NO_ANSWER, "a fence with a timeout of 2 s: %s", text(status));
    }
    sleep_ms(5000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("dead-member-awaited", "--runtime-options recoverable,notifyerrors --map-by node:oversubscribe -n 3", rank, argv);
}
