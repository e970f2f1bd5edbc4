/* SPDX-License-Identifier: Apache-2.0
 *
 * Spawns a job on node1 from node0, which says where it is.
 */
#include "defect.h"

static void rank(void) {
    pmix_status_t code = CODE;
    pmix_info_t host;
    char name[256];
    gethostname(name, sizeof(name));
    if (is_spawned()) {
        send_event(CODE, PMIX_RANGE_GLOBAL, strcmp(name, "node1") == 0);
        return;
    }
    if (strcmp(name, "node0") != 0) {
        unclear("this is %s, not node0", name);
    }
    watch(&code, 1);
    PMIX_INFO_LOAD(&host, PMIX_HOST, "node1", PMIX_STRING);
    spawn(program, &host, 1);
    if (await_events(1, 10000) < 1) {
        unclear("the spawned job does not say where it is");
    }
    decide(events[0].number != 1, "the job %s on node1", events[0].number == 1 ? "is" : "is not");
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("job-hosts-ignored", "-n 1", rank, argv);
}
