/* SPDX-License-Identifier: Apache-2.0
 *
 * A member of a group of three dies on one node while the others wait for it in the destruct.
 */
#include "defect.h"

static void rank(void) {
    static struct answer construct = NO_ANSWER_YET, destruct = NO_ANSWER_YET;
    pmix_proc_t members[] = {rank_of(0), rank_of(1), rank_of(2)};
    pmix_info_t timeout;
    if (me.rank == 2) {
        watch((pmix_status_t[]){CODE}, 1);
    } else {
        watch_ends();
    }
    set_timeout(&timeout, 10);
    check("construct", PMIx_Group_construct_nb("defect", members, 3, &timeout, 1, info_done, &construct));
    check("construct", await(&construct, 15000));
    if (me.rank == 2) {
        // The server has the call of a process before its event.
        if (await_events(2, 15000) < 2) {
            unclear("the others did not call");
        }
        kill(getpid(), SIGKILL);
    }
    check("destruct", PMIx_Group_destruct_nb("defect", &timeout, 1, op_done, &destruct));
    send_event(CODE, PMIX_RANGE_LOCAL, me.rank);
    pmix_status_t status = await(&destruct, 15000);
    if (await_events(1, 10000) < 1) {
        unclear("the death was not reported");
    }
    if (me.rank == 0) {
        // It depends on who sees the death first, the server or the daemon around it.
        decide(status == PMIX_SUCCESS || status == PMIX_ERR_TIMEOUT, "a destruct in which a member dies: %s",
               text(status));
    }
    sleep_ms(5000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("destruct-of-dead-succeeds", "--runtime-options recoverable,notifyerrors --map-by :oversubscribe -n 3", rank,
                  argv);
}
