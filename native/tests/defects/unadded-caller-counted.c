/* SPDX-License-Identifier: Apache-2.0
 *
 * Rank 2 constructs as a process that is added. Ranks 0 and 1 construct a group of that id, and add nobody.
 */
#include "defect.h"

static void rank(void) {
    static struct answer construct = NO_ANSWER_YET;
    pmix_proc_t members[] = {rank_of(0), rank_of(1)};
    pmix_info_t timeout;
    set_timeout(&timeout, 4);
    meet();
    if (me.rank == 2) {
        check("construct", PMIx_Group_construct_nb("defect", NULL, 0, &timeout, 1, info_done, &construct));
        send_event(CODE, PMIX_RANGE_NAMESPACE, 1);
    } else {
        pmix_status_t code = CODE;
        watch(&code, 1);
        if (await_events(1, 10000) < 1) {
            unclear("rank 2 did not call");
        }
        check("construct", PMIx_Group_construct_nb("defect", members, 2, &timeout, 1, info_done, &construct));
    }
    pmix_status_t status = await(&construct, 8000);
    if (me.rank == 0) {
        decide(status != PMIX_SUCCESS || construct.nmembers != 2,
               "the construct of ranks 0 and 1: %s, %zu members", text(status), construct.nmembers);
    }
    sleep_ms(10000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("unadded-caller-counted", "--map-by :oversubscribe -n 3", rank, argv);
}
