/* SPDX-License-Identifier: Apache-2.0
 *
 * Ranks 0 and 1 construct a group and add rank 2, which does not call the construct.
 */
#include "defect.h"

static void rank(void) {
    static struct answer construct = NO_ANSWER_YET;
    pmix_proc_t members[] = {rank_of(0), rank_of(1)}, added = rank_of(2);
    pmix_info_t info;
    pmix_data_array_t array = {.type = PMIX_PROC, .size = 1, .array = &added};
    meet();
    if (me.rank == 2) {
        sleep_ms(10000);
        return;
    }
    PMIX_INFO_LOAD(&info, PMIX_GROUP_ADD_MEMBERS, &array, PMIX_DATA_ARRAY);
    check("construct", PMIx_Group_construct_nb("defect", members, 2, &info, 1, info_done, &construct));
    pmix_status_t status = await(&construct, 4000);
    if (me.rank == 0) {
        decide(status == PMIX_SUCCESS, "the construct of rank 0, without rank 2: %s", text(status));
    }
    sleep_ms(10000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("added-members-not-awaited", "--map-by :oversubscribe -n 3", rank, argv);
}
