/* SPDX-License-Identifier: Apache-2.0
 *
 * Five of six processes on three nodes call a construct with a timeout of 1 s, one after the other.
 */
#include "defect.h"

static void rank(void) {
    enum { ROUNDS = 4 };
    pmix_proc_t members[6];
    pmix_info_t timeout;
    for (int i = 0; i < 6; i++) {
        members[i] = rank_of(i);
    }
    set_timeout(&timeout, 1);
    for (int round = 0; round < ROUNDS; round++) {
        char id[32];
        struct answer construct = NO_ANSWER_YET;
        snprintf(id, sizeof(id), "defect%d", round);
        meet();
        if (me.rank < 5) {
            sleep_ms(100 * me.rank);
            check("construct", PMIx_Group_construct_nb(id, members, 6, &timeout, 1, info_done, &construct));
            pmix_status_t status = await(&construct, 10000);
            if (status == PMIX_GROUP_CONSTRUCT_ABORT) {
                decide(true, "the construct of rank %u: %s", me.rank, text(status));
            }
            check("construct", status == PMIX_ERR_TIMEOUT ? PMIX_SUCCESS : status);
        }
    }
    meet();
    decide(false, "the constructs of every rank in %d rounds: PMIX_ERR_TIMEOUT", ROUNDS);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("timeout-reported-as-abort", "--map-by node:oversubscribe -n 6", rank, argv);
}
