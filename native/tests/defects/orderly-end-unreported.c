/* SPDX-License-Identifier: Apache-2.0
 *
 * A process finalizes and ends, and the other waits for an event.
 */
#include "defect.h"

static void rank(void) {
    watch_ends();
    meet();
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
