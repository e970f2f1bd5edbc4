/* SPDX-License-Identifier: Apache-2.0
 *
 * Rank 0 leaves a group of three processes and constructs another with its id, and then the other two destruct the first.
 * They do not construct the second group, and rank 0 waits for its timeout.
 */
#include "defect.h"

static void rank(void) {
    static struct answer first = NO_ANSWER_YET, second = NO_ANSWER_YET;
    pmix_proc_t members[] = {rank_of(0), rank_of(1), rank_of(2)};
    pmix_info_t info;
    meet();
    set_timeout(&info, 4);
    check("construct", PMIx_Group_construct_nb("defect", members, 3, &info, 1, info_done, &first));
    check("first construct", await(&first, 5000));
    if (me.rank == 0) {
        check("leave", PMIx_Group_leave("defect", NULL, 0));
        check("construct", PMIx_Group_construct_nb("defect", members, 3, &info, 1, info_done, &second));
        pmix_status_t status = await(&second, 6000);
        decide(status == PMIX_SUCCESS, "the second construct, which rank 0 alone has called: %s, %zu members",
               text(status), second.nmembers);
    } else {
        sleep_ms(1000);
        PMIx_Group_destruct("defect", &info, 1);
    }
    sleep_ms(10000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("group-operations-alike", "--map-by :oversubscribe -n 3", rank, argv);
}
