/* SPDX-License-Identifier: Apache-2.0
 *
 * The processes of a job on three nodes put a value, and connect and disconnect again and again. The launcher has to live as
 * long as the job.
 */
#include "defect.h"

enum { ROUNDS = 200 };

static void rank(void) {
    pmix_proc_t all = rank_of(PMIX_RANK_WILDCARD);
    pmix_value_t value;
    char text[] = "a value of some length, so that the memory of the host is not that of an empty answer";
    PMIX_VALUE_CONSTRUCT(&value);
    value.type = PMIX_STRING;
    value.data.string = text;
    check("put", PMIx_Put(PMIX_REMOTE, "defect.value", &value));
    check("commit", PMIx_Commit());
    meet();
    for (int i = 0; i < ROUNDS; i++) {
        check("connect", PMIx_Connect(&all, 1, NULL, 0));
        check("disconnect", PMIx_Disconnect(&all, 1, NULL, 0));
    }
    meet();
    if (me.rank == 0) {
        decide(false, "%d connects and disconnects, and the launcher lives", ROUNDS);
    }
    sleep_ms(10000);
}

int main(int argc, char **argv) {
    (void) argc;
    defect_name = "connect-corrupts-host";
    if (getenv("PMIX_NAMESPACE") != NULL) {
        return canary(defect_name, "", rank, argv);
    }
    bool ended = run_job(argv[0], "--map-by node:oversubscribe -n 3", 60000, print_verdict);
    if (!has_verdict) {
        decide(ended, "during %d connects and disconnects the launcher %s", ROUNDS, ended ? "ended" : "did not end");
    }
    return 0;
}
