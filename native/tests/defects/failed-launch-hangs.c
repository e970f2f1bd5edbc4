/* SPDX-License-Identifier: Apache-2.0
 *
 * Spawns a program that does not exist, and ends; its launcher is to end, too.
 */
#include "defect.h"

static void ignore(const char *line) {
    (void) line;
}

int main(int argc, char **argv) {
    static struct answer answer = NO_ANSWER_YET;
    (void) argc;
    defect_name = "failed-launch-hangs";
    if (getenv("PMIX_NAMESPACE") != NULL) {
        pmix_app_t app;
        check("init", PMIx_Init(&me, NULL, 0));
        PMIX_APP_CONSTRUCT(&app);
        app.cmd = "/no/such/program";
        app.argv = (char *[]){app.cmd, NULL};
        app.maxprocs = 1;
        check("spawn", PMIx_Spawn_nb(NULL, 0, &app, 1, spawn_done, &answer));
        await(&answer, 5000);
        PMIx_Finalize(NULL, 0);
        return 0;
    }
    bool ended = run_job(argv[0], "--map-by :oversubscribe -n 1", 2500, ignore);
    decide(!ended, "the launcher, 2.5 s after its start: %s", ended ? "has ended" : "runs");
}
