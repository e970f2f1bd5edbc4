/* SPDX-License-Identifier: Apache-2.0
 *
 * Two processes on two nodes have called a fence, and one of them calls the next one. Before the other one calls it, too,
 * further processes call so many fences, each of other participants, that the daemons forget the first one.
 */
#include "defect.h"

enum { OTHERS = 7, FIRST_OTHER = 2, TIMEOUT = 5 };

static pmix_status_t fence_of(unsigned ranks) {
    pmix_proc_t procs[FIRST_OTHER + OTHERS];
    size_t count = 0;
    pmix_info_t timeout;
    for (pmix_rank_t rank = 0; rank < FIRST_OTHER + OTHERS; rank++) {
        if (ranks >> rank & 1) {
            procs[count++] = rank_of(rank);
        }
    }
    set_timeout(&timeout, TIMEOUT);
    return PMIx_Fence(procs, count, &timeout, 1);
}

static bool is_one(unsigned ranks) {
    return (ranks & (ranks - 1)) == 0;
}

static void rank(void) {
    const unsigned both = 1 << 0 | 1 << 1;
    const unsigned of_first_node = 1 << 0 | 1 << FIRST_OTHER;
    meet();
    if (me.rank < FIRST_OTHER) {
        check("first fence", fence_of(both));
    }
    meet();
    if (me.rank == 1) {
        pmix_status_t next = fence_of(both);
        decide(next == PMIX_ERR_TIMEOUT, "the next fence of the two: %s", text(next));
    } else if (me.rank == 0) {
        check("fence on one node", fence_of(of_first_node));
        fence_of(both);
    } else {
        sleep_ms(500);
        for (unsigned some = 1; some < 1 << OTHERS; some++) {
            unsigned ranks = some << FIRST_OTHER;
            if (!is_one(some) && ranks >> me.rank & 1) {
                check("other fence", fence_of(ranks));
            }
        }
        if (me.rank == FIRST_OTHER) {
            check("fence on one node", fence_of(of_first_node));
        }
    }
    sleep_ms(3L * 1000 * TIMEOUT);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("round-of-fence-forgotten", "--map-by node:oversubscribe -n 9", rank, argv);
}
