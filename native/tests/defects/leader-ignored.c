/* SPDX-License-Identifier: Apache-2.0
 *
 * A process declares that it leads a construct of which a member has died. It is to be notified of the member.
 */
#include "defect.h"

static void rank(void) {
    static struct answer construct = NO_ANSWER_YET;
    pmix_proc_t members[] = {rank_of(0), rank_of(1), rank_of(2)};
    pmix_status_t failed = PMIX_GROUP_INVITE_FAILED;
    pmix_info_t infos[2];
    watch_ends();
    watch(&failed, 1);
    meet();
    if (me.rank == 2) {
        kill(getpid(), SIGKILL);
    }
    if (await_events(1, 10000) < 1) {
        unclear("the death was not reported");
    }
    set_timeout(&infos[0], 2);
    set_flag(&infos[1], PMIX_GROUP_LEADER);
    check("construct",
          PMIx_Group_construct_nb("defect", members, 3, infos, me.rank == 0 ? 2 : 1, info_done, &construct));
    await(&construct, 5000);
    /* The event may come after the answer. */
    int count = await_events(2, 3000);
    bool reported = false;
    for (int i = 0; i < count; i++) {
        reported = reported || events[i].code == PMIX_GROUP_INVITE_FAILED;
    }
    if (me.rank == 0) {
        decide(!reported, "the leader of a construct is %s of a dead member", reported ? "notified" : "not notified");
    }
    sleep_ms(5000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("leader-ignored", "--runtime-options recoverable,notifyerrors --map-by :oversubscribe -n 3", rank, argv);
}
