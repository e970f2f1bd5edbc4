/* SPDX-License-Identifier: Apache-2.0
 *
 * Aborts the job with a message, which the launcher is to print.
 */
#include "defect.h"

#define MESSAGE "the message of the abort"

static bool printed;

static void look(const char *line) {
    printed |= strstr(line, MESSAGE) != NULL;
}

int main(int argc, char **argv) {
    (void) argc;
    defect_name = "abort-message-lost";
    if (getenv("PMIX_NAMESPACE") != NULL) {
        check("init", PMIx_Init(&me, NULL, 0));
        PMIx_Abort(1, MESSAGE, NULL, 0);
        sleep_ms(10000);
        return 0;
    }
    bool ended = run_job(argv[0], "--map-by :oversubscribe -n 1", 10000, look);
    decide(!printed, "the message was %s; the job ended: %s", printed ? "printed" : "not printed", ended ? "yes" : "no");
}
