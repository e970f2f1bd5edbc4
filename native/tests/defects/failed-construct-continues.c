/* SPDX-License-Identifier: Apache-2.0
 *
 * One of three processes, each on a node of its own, dies while the others wait for it in a construct. Then those construct
 * a group of the same id with a fourth.
 */
#include "defect.h"

static pmix_status_t construct(struct answer *construct, pmix_rank_t third, int seconds, long wait_ms) {
    pmix_proc_t members[] = {rank_of(0), rank_of(1), rank_of(third)};
    pmix_info_t timeout;
    set_timeout(&timeout, seconds);
    check("construct", PMIx_Group_construct_nb("defect", members, 3, &timeout, 1, info_done, construct));
    return await(construct, wait_ms);
}

static void rank(void) {
    static struct answer first = NO_ANSWER_YET, again = NO_ANSWER_YET;
    watch_ends();
    meet();
    if (me.rank == 2) {
        sleep_ms(500);
        kill(getpid(), SIGKILL);
    }
    pmix_status_t failed = PMIX_SUCCESS;
    if (me.rank < 2) {
        failed = construct(&first, 2, 30, 3000);
    } else {
        sleep_ms(3000);
    }
    if (await_events(1, 10000) < 1) {
        unclear("the death was not reported");
    }
    pmix_status_t status = construct(&again, 3, 3, 8000);
    if (me.rank == 0) {
        decide(failed == NO_ANSWER && status != PMIX_SUCCESS, "the construct whose member died: %s, the next one: %s",
               text(failed), text(status));
    }
    sleep_ms(10000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("failed-construct-continues",
                  "--rtos recoverable,notifyerrors --map-by node:oversubscribe -n 4", rank, argv);
}
