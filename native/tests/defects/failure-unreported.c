/* SPDX-License-Identifier: Apache-2.0
 *
 * A rank is killed in a job that was started with --runtime-options recoverable alone.
 */
#include "defect.h"

static void rank(void) {
    watch_ends();
    meet();
    if (me.rank == 1) {
        kill(getpid(), SIGKILL);
    }
    int seen = await_events(1, 1500);
    decide(seen == 0, "events within 1.5 s of the end: %d", seen);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("failure-unreported", "--runtime-options recoverable --map-by :oversubscribe -n 2", rank, argv);
}
