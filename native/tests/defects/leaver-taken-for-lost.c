/* SPDX-License-Identifier: Apache-2.0
 *
 * One of four members on three nodes leaves while the others destruct the group.
 */
#include "defect.h"

static void rank(void) {
    static struct answer construct = NO_ANSWER_YET, destruct = NO_ANSWER_YET;
    pmix_proc_t members[] = {rank_of(0), rank_of(1), rank_of(2), rank_of(3)};
    pmix_status_t left = PMIX_GROUP_LEFT;
    watch(&left, 1);
    meet();
    check("construct", PMIx_Group_construct_nb("defect", members, 4, NULL, 0, info_done, &construct));
    check("construct", await(&construct, 10000));
    if (me.rank < 3) {
        check("destruct", PMIx_Group_destruct_nb("defect", NULL, 0, op_done, &destruct));
    }
    meet();
    if (me.rank == 3) {
        sleep_ms(200);
        check("leave", PMIx_Group_leave("defect", NULL, 0));
        sleep_ms(10000);
        return;
    }
    pmix_status_t status = await(&destruct, 4000);
    if (me.rank == 0) {
        decide(status != PMIX_SUCCESS, "the destruct: %s", text(status));
    }
    sleep_ms(10000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("leaver-taken-for-lost", "--map-by node:oversubscribe -n 4", rank, argv);
}
