/* SPDX-License-Identifier: Apache-2.0
 *
 * One of six processes on three nodes dies while the others are in a construct with PMIX_GROUP_FT_COLLECTIVE.
 */
#include "defect.h"

static void rank(void) {
    static struct answer construct = NO_ANSWER_YET;
    pmix_proc_t members[6];
    pmix_info_t infos[2];
    for (int i = 0; i < 6; i++) {
        members[i] = rank_of(i);
    }
    watch_ends();
    meet();
    if (me.rank == 3) {
        sleep_ms(700);
        kill(getpid(), SIGKILL);
    }
    set_flag(&infos[0], PMIX_GROUP_FT_COLLECTIVE);
    set_timeout(&infos[1], 4);
    check("construct", PMIx_Group_construct_nb("defect", members, 6, infos, 2, info_done, &construct));
    pmix_status_t status = await(&construct, 6000);
    if (me.rank == 0) {
        decide(status != PMIX_SUCCESS, "the construct: %s", text(status));
    }
    sleep_ms(5000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("fault-tolerance-fails", "--runtime-options recoverable,notifyerrors --map-by node:oversubscribe -n 6", rank, argv);
}
