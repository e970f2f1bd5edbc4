/* SPDX-License-Identifier: Apache-2.0
 *
 * Of four processes on one node one dies, and one ends in good order, before the others construct groups with them.
 */
#include "defect.h"

static pmix_status_t construct(const char *id, pmix_rank_t ended) {
    struct answer construct = NO_ANSWER_YET;
    pmix_proc_t members[] = {rank_of(0), rank_of(1), rank_of(ended)};
    pmix_info_t timeout;
    set_timeout(&timeout, 2);
    check("construct", PMIx_Group_construct_nb(id, members, 3, &timeout, 1, info_done, &construct));
    return await(&construct, 5000);
}

static void rank(void) {
    watch_ends();
    meet();
    if (me.rank == 3) {
        return;
    } else if (me.rank == 2) {
        sleep_ms(500);
        kill(getpid(), SIGKILL);
    }
    if (await_events(1, 10000) < 1) {
        unclear("the death was not reported");
    }
    pmix_status_t killed = construct("killed", 2);
    pmix_status_t ended = construct("ended", 3);
    if (me.rank == 0) {
        decide(killed == PMIX_SUCCESS || ended == PMIX_SUCCESS,
               "constructs with a member that was killed: %s, and with one that had ended: %s", text(killed),
               text(ended));
    }
    sleep_ms(1000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("dead-member-counted", "--runtime-options recoverable,notifyerrors --map-by :oversubscribe -n 4", rank, argv);
}
