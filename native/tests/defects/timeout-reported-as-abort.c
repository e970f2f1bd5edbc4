/* SPDX-License-Identifier: Apache-2.0
 *
 * Five of six processes on three nodes call a construct with a timeout of 1 s, one after the other.
 */
#include "defect.h"

static void rank(void) {
    static struct answer construct = NO_ANSWER_YET;
    pmix_proc_t members[6];
    pmix_info_t timeout;
    for (int i = 0; i < 6; i++) {
        members[i] = rank_of(i);
    }
    meet();
    if (me.rank < 5) {
        sleep_ms(100 * me.rank);
        set_timeout(&timeout, 1);
        check("construct", PMIx_Group_construct_nb("defect", members, 6, &timeout, 1, info_done, &construct));
        pmix_status_t status = await(&construct, 5000);
        if (status != PMIX_ERR_TIMEOUT) {
            decide(status == PMIX_GROUP_CONSTRUCT_ABORT, "the construct of rank %u: %s", me.rank, text(status));
        }
    }
    meet();
    decide(false, "the construct of every rank: PMIX_ERR_TIMEOUT");
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("timeout-reported-as-abort", "--map-by node:oversubscribe -n 6", rank, argv);
}
