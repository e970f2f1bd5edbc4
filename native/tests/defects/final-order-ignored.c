/* SPDX-License-Identifier: Apache-2.0
 *
 * Two processes construct a group with another final order than that of their array.
 */
#include "defect.h"

static void rank(void) {
    static struct answer construct = NO_ANSWER_YET;
    pmix_proc_t members[] = {rank_of(0), rank_of(1)};
    pmix_proc_t order[] = {rank_of(1), rank_of(0)};
    pmix_data_array_t array = {.type = PMIX_PROC, .size = 2, .array = order};
    pmix_info_t infos[2];
    set_timeout(&infos[0], 10);
    PMIX_INFO_LOAD(&infos[1], PMIX_GROUP_FINAL_MEMBERSHIP_ORDER, &array, PMIX_DATA_ARRAY);
    check("construct", PMIx_Group_construct_nb("defect", members, 2, infos, 2, info_done, &construct));
    check("construct", await(&construct, 15000));
    if (construct.nmembers != 2) {
        unclear("the group has %zu members", construct.nmembers);
    }
    if (me.rank == 0) {
        decide(construct.members[0].rank == 0, "the first member is rank %u", construct.members[0].rank);
    }
    sleep_ms(5000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("final-order-ignored", "--map-by :oversubscribe -n 2", rank, argv);
}
