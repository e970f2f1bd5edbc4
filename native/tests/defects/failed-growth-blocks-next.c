/* SPDX-License-Identifier: Apache-2.0
 *
 * A node that does not exist cannot be added, which the host reports. Then a good node is added: the host accepts that,
 * and reports no end. */
#include "growth.h"

static void rank(void) {
    watch_changes();
    check("growth by a missing node", change(PMIX_ALLOC_NEW, "no-such-node:1"));
    if (await_events(1, 10000) < 1 || events[0].code != PMIX_ERR_DVM_MOD) {
        unclear("a missing node was added");
    }
    pmix_status_t status = change(PMIX_ALLOC_NEW, "node1:1");
    int reported = await_events(2, 5000);
    decide(reported < 2, "the next growth: %s, and %s within 5 s", text(status),
           reported < 2 ? "no event" : text(events[1].code));
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("failed-growth-blocks-next", ELASTIC, rank, argv);
}
