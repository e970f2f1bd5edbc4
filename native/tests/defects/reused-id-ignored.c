/* SPDX-License-Identifier: Apache-2.0
 *
 * Two processes on two nodes construct and destruct a group, and then one of them and a third one construct a group of the
 * same id. The daemon of the third one learns a second late that the first group has ended, as it may by chance.
 */
#include "defect.h"

static pmix_status_t construct(pmix_rank_t one, pmix_rank_t other) {
    pmix_proc_t members[] = {rank_of(one), rank_of(other)};
    pmix_info_t timeout, *results = NULL;
    size_t count = 0;
    set_timeout(&timeout, 3);
    return PMIx_Group_construct("used-again", members, 2, &timeout, 1, &results, &count);
}

static void rank(void) {
    meet();
    if (me.rank < 2) {
        check("first construct", construct(0, 1));
        check("destruct", PMIx_Group_destruct("used-again", NULL, 0));
    }
    meet();
    if (me.rank == 0) {
        sleep_ms(10000);
        return;
    }
    pmix_status_t next = construct(1, 2);
    if (me.rank == 1) {
        decide(next == PMIX_ERR_TIMEOUT, "the next construct of the id: %s", text(next));
    }
    sleep_ms(10000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("reused-id-ignored",
                  "--prtemca grpcomm_group_release_delay_ms 1000 --prtemca grpcomm_group_release_delay_vpid 2"
                  " --map-by node -n 3", rank, argv);
}
