/* SPDX-License-Identifier: Apache-2.0
 *
 * Two processes on two nodes use a group, and one of them calls the next construct of that id. Before the other one calls it,
 * too, further processes construct and destruct so many groups that the daemons forget the first use.
 */
#include "defect.h"

enum { OTHERS = 40, TIMEOUT = 5 };

static pmix_status_t construct(const char *id, pmix_rank_t one, pmix_rank_t other) {
    pmix_proc_t members[] = {rank_of(one), rank_of(other)};
    pmix_info_t timeout, *results = NULL;
    size_t count = 0;
    set_timeout(&timeout, TIMEOUT);
    return PMIx_Group_construct(id, members, 2, &timeout, 1, &results, &count);
}

static void use(const char *id, pmix_rank_t one, pmix_rank_t other) {
    check("construct", construct(id, one, other));
    check("destruct", PMIx_Group_destruct(id, NULL, 0));
}

/* Returns when ranks 0 and 2 have called it. */
static void fence_of_first_node(void) {
    pmix_proc_t both[] = {rank_of(0), rank_of(2)};
    check("fence", PMIx_Fence(both, 2, NULL, 0));
}

static void rank(void) {
    meet();
    if (me.rank < 2) {
        use("again", 0, 1);
    }
    meet();
    if (me.rank == 1) {
        pmix_status_t next = construct("again", 0, 1);
        decide(next == PMIX_ERR_TIMEOUT, "the next construct of the id: %s", text(next));
    } else if (me.rank == 0) {
        fence_of_first_node();
        construct("again", 0, 1);
    } else {
        sleep_ms(500);
        for (int i = 0; i < OTHERS; i++) {
            char id[20];
            snprintf(id, sizeof(id), "other-%d", i);
            use(id, 2, 3);
        }
        if (me.rank == 2) {
            fence_of_first_node();
        }
    }
    sleep_ms(3L * 1000 * TIMEOUT);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("round-of-id-forgotten", "--map-by node:oversubscribe -n 4", rank, argv);
}
