/* SPDX-License-Identifier: Apache-2.0
 *
 * The node of the launcher is released. The host accepts it, and ends with the job. */
#include "growth.h"

static void rank(void) {
    watch_changes();
    pmix_status_t status = change(PMIX_ALLOC_RELEASE, "node0");
    if (status != PMIX_SUCCESS) {
        decide(false, "it was refused: %s", text(status));
    }
    say("the release was accepted\n");
    sleep_ms(5000);
    say("the job has survived\n");
    _exit(0);
}

int main(int argc, char **argv) {
    (void) argc;
    defect_name = "head-node-released";
    program = argv[0];
    if (getenv("PMIX_NAMESPACE") != NULL) {
        check("init", PMIx_Init(&me, NULL, 0));
        rank();
    }
    run_job(argv[0], ELASTIC, 20000, note);
    if (has_verdict) {
        return 0;
    } else if (!was_accepted) {
        fputs(others, stderr);
        unclear("the release was not answered");
    }
    decide(!has_survived, "it was accepted, and the job %s", has_survived ? "has survived" : "has ended");
}
