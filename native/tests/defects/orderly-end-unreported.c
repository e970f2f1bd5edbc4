/* SPDX-License-Identifier: Apache-2.0
 *
 * A member of a group finalizes and ends, and the other waits for an event.
 */
#include "defect.h"

static void rank(void) {
    static struct answer construct = NO_ANSWER_YET;
    pmix_proc_t members[] = {rank_of(0), rank_of(1)};
    watch_ends();
    check("construct", PMIx_Group_construct_nb("defect", members, 2, NULL, 0, info_done, &construct));
    check("construct", await(&construct, 10000));
    if (me.rank == 1) {
        return;
    }
    int seen = await_events(1, 1500);
    decide(seen == 0, "events within 1.5 s of the end: %d", seen);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("orderly-end-unreported", "--runtime-options recoverable,notifyerrors --map-by :oversubscribe -n 2", rank, argv);
}
