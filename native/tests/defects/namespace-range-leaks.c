/* SPDX-License-Identifier: Apache-2.0
 *
 * Spawns a job, which sends an event to its own namespace.
 */
#include "defect.h"

static void rank(void) {
    pmix_status_t code = CODE;
    if (is_spawned()) {
        send_event(CODE, PMIX_RANGE_NAMESPACE, 1);
        return;
    }
    watch(&code, 1);
    spawn(program, NULL, 0);
    int seen = await_events(1, 5000);
    decide(seen > 0, "events of the other namespace: %d", seen);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("namespace-range-leaks", "--map-by :oversubscribe -n 1", rank, argv);
}
