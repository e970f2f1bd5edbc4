/* SPDX-License-Identifier: Apache-2.0
 *
 * A job adds a node, which is reserved for it. Another job, which it has spawned, releases that node. */
#include "growth.h"

static void rank(void) {
    if (is_spawned()) {
        pmix_status_t status = change(PMIX_ALLOC_RELEASE, "node1");
        decide(status == PMIX_SUCCESS, "the release by another job: %s", text(status));
    }
    watch_changes();
    change_well(PMIX_ALLOC_NEW, "node1:1", 1);
    spawn(program, NULL, 0);
    sleep_ms(20000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("foreign-node-released", ELASTIC, rank, argv);
}
