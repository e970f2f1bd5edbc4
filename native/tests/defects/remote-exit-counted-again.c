/* SPDX-License-Identifier: Apache-2.0
 *
 * Of three processes on three nodes one exits with status 1. The job is recoverable, so the others have to go on, as they do
 * if all are on one node, if the process is killed by a signal, or if there are more processes.
 */
#include "defect.h"

static void rank(void) {
    watch_ends();
    meet();
    if (me.rank == 2) {
        sleep_ms(1000);
        _exit(1);
    }
    int events = await_events(1, 10000);
    sleep_ms(3000);
    if (me.rank == 0) {
        decide(false, "%d events of the end of rank 2, and the others live", events);
    }
    sleep_ms(10000);
}

int main(int argc, char **argv) {
    (void) argc;
    defect_name = "remote-exit-counted-again";
    if (getenv("PMIX_NAMESPACE") != NULL) {
        return canary(defect_name, "", rank, argv);
    }
    bool ended = run_job(argv[0], "--runtime-options recoverable,notifyerrors --map-by node:oversubscribe -n 3", 60000,
                         print_verdict);
    if (!has_verdict) {
        decide(ended, "after the exit of rank 2 the job %s", ended ? "ended" : "did not end");
    }
    return 0;
}
