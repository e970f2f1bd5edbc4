/* SPDX-License-Identifier: Apache-2.0
 *
 * Rank 0 spawns a job, which is killed; rank 1, which has not spawned it, waits for an event.
 */
#include "defect.h"

static void rank(void) {
    pmix_info_t recoverable;
    if (is_spawned()) {
        sleep_ms(300);
        kill(getpid(), SIGKILL);
    }
    watch_ends();
    meet();
    if (me.rank == 0) {
        set_flag(&recoverable, PMIX_JOB_RECOVERABLE);
        spawn(program, &recoverable, 1);
        if (await_events(1, 10000) < 1) {
            unclear("the spawner was not notified either");
        }
    }
    meet();
    if (me.rank == 1) {
        int seen = await_events(1, 1000);
        decide(seen == 0, "rank 1 received %d events, and the spawner one", seen);
    }
    sleep_ms(5000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("failure-unreported-to-other-jobs", "--prtemca pmix_terminate_connected 0 --runtime-options recoverable,notifyerrors --map-by :oversubscribe -n 2", rank, argv);
}
