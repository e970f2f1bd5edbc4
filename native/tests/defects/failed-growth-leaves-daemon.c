/* SPDX-License-Identifier: Apache-2.0
 *
 * Two nodes are added, of which one does not exist. The change fails, and the daemon of the other node stays, if it was
 * just starting. So this is tried several times, with the failure a little later each time: it depends on timing. */
#include "growth.h"

#include <dirent.h>
#include <sys/stat.h>

/* The number of daemons, of all nodes: they share the processes of this call of ci/nodes. */
static int daemons(void) {
    int count = 0;
    DIR *processes = opendir("/proc");
    struct dirent *entry;
    while ((entry = readdir(processes)) != NULL) {
        char path[300];
        char name[32] = "";
        snprintf(path, sizeof(path), "/proc/%s/comm", entry->d_name);
        FILE *file = fopen(path, "r");
        if (file != NULL) {
            if (fgets(name, sizeof(name), file) != NULL && strcmp(name, "prted\n") == 0) {
                count++;
            }
            fclose(file);
        }
    }
    closedir(processes);
    return count;
}

/* The later ones are for a busy machine, where a daemon takes longer to start. */
static const long DELAYS_MS[] = {0, 8, 16, 24, 32, 48, 64, 88, 120, 170, 250, 400, 600, 900};
enum { TRIES = sizeof(DELAYS_MS) / sizeof(DELAYS_MS[0]) };

static void rank(void) {
    watch_changes();
    check("growth by two nodes", change(PMIX_ALLOC_NEW, "node1:1,no-such-node:1"));
    if (await_events(1, 10000) < 1 || events[0].code != PMIX_ERR_DVM_MOD) {
        unclear("a missing node was added");
    }
    int left = daemons();
    for (int i = 0; i < 30 && left > 0; i++) {
        sleep_ms(50);
        left = daemons();
    }
    if (left > 0) {
        decide(true, "%d daemons 1.5 s after the failure", left);
    }
    _exit(0);
}

/* Has the command that starts daemons fail for the missing node, after some time. */
static void fail_after(long ms) {
    char path[300];
    snprintf(path, sizeof(path), "%s/late-agent", getenv("TMPDIR"));
    FILE *script = fopen(path, "w");
    fprintf(script, "#!/bin/sh\ncase \"$*\" in *no-such-node*) sleep 0.%03ld; exit 1 ;; esac\nexec %s \"$@\"\n", ms,
            getenv("GOOD_AGENT"));
    fclose(script);
    chmod(path, 0700);
    setenv("PRTE_MCA_plm_ssh_agent", path, 1);
}

int main(int argc, char **argv) {
    (void) argc;
    defect_name = "failed-growth-leaves-daemon";
    program = argv[0];
    if (getenv("PMIX_NAMESPACE") != NULL) {
        check("init", PMIx_Init(&me, NULL, 0));
        rank();
    }
    setenv("GOOD_AGENT", getenv("PRTE_MCA_plm_ssh_agent"), 1);
    for (int i = 0; i < TRIES; i++) {
        fail_after(DELAYS_MS[i]);
        run_job(argv[0], ELASTIC, 20000, note);
        if (has_verdict) {
            return 0;
        }
    }
    decide(false, "not seen in %d tries", TRIES);
}
