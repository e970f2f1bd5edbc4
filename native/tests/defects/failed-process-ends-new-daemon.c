/* SPDX-License-Identifier: Apache-2.0
 *
 * One of two ranks is killed, and the job goes on. Then a node is added: the host reports that it is ready, and loses its
 * daemon at once. */
#include "growth.h"
#include <signal.h>

#define RECOVERABLE                                                                                                   \
    "--prtemca prte_elastic_mode 1 --prtemca prte_default_hostfile /dev/null --host node0:4 --map-by :oversubscribe" \
    " --bind-to none --runtime-options recoverable,notifyerrors -n 2"

static bool was_lost;

static void rank(void) {
    if (me.rank == 1) {
        raise(SIGKILL);
    }
    // The host notices the end in a few milliseconds.
    sleep_ms(1000);
    watch_changes();
    change_well(PMIX_ALLOC_NEW, "node1:1", 1);
    sleep_ms(2000);
    say("the node was ready\n");
    _exit(0);
}

static void seen(const char *line) {
    was_lost = was_lost || strstr(line, "lost communication with a remote daemon") != NULL;
    note(line);
}

int main(int argc, char **argv) {
    (void) argc;
    defect_name = "failed-process-ends-new-daemon";
    program = argv[0];
    if (getenv("PMIX_NAMESPACE") != NULL) {
        check("init", PMIx_Init(&me, NULL, 0));
        rank();
    }
    run_job(argv[0], RECOVERABLE, 20000, seen);
    if (!has_verdict) {
        decide(was_lost, "the daemon of the node that was added %s", was_lost ? "was lost" : "runs");
    }
    return 0;
}
