/* SPDX-License-Identifier: Apache-2.0
 *
 * One of three processes on one node dies before the others construct a group of all three.
 */
#include "defect.h"

static void rank(void) {
    static struct answer construct = NO_ANSWER_YET;
    pmix_proc_t members[] = {rank_of(0), rank_of(1), rank_of(2)};
    pmix_info_t timeout;
    watch_ends();
    meet();
    if (me.rank == 2) {
        kill(getpid(), SIGKILL);
    }
    if (await_events(1, 10000) < 1) {
        unclear("the death was not reported");
    }
    set_timeout(&timeout, 2);
    check("construct", PMIx_Group_construct_nb("defect", members, 3, &timeout, 1, info_done, &construct));
    pmix_status_t status = await(&construct, 5000);
    if (me.rank == 0) {
        decide(status == PMIX_SUCCESS, "a construct with a dead member: %s", text(status));
    }
    sleep_ms(1000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("dead-member-counted", "--rtos recoverable,notifyerrors --map-by :oversubscribe -n 3", rank, argv);
}
