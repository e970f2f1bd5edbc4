/* SPDX-License-Identifier: Apache-2.0
 *
 * The command that is to start a daemon on another node succeeds, and starts none. The host waits for it, and starts no
 * job meanwhile. */
#include "growth.h"

static void rank(void) {
    watch_changes();
    check("growth", change(PMIX_ALLOC_NEW, "node1:1"));
    static struct answer answer = NO_ANSWER_YET;
    pmix_app_t app;
    PMIX_APP_CONSTRUCT(&app);
    app.cmd = "/bin/true";
    app.argv = (char *[]){"/bin/true", NULL};
    app.maxprocs = 1;
    check("spawn", PMIx_Spawn_nb(NULL, 0, &app, 1, spawn_done, &answer));
    int reported = await_events(1, 5000);
    pmix_status_t spawned = await(&answer, 1);
    decide(reported == 0 && spawned == NO_ANSWER, "within 5 s %d events; a spawn: %s", reported, text(spawned));
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("silent-daemon-awaited", ELASTIC " --prtemca plm_ssh_agent /bin/true", rank, argv);
}
