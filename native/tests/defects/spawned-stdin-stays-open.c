/* SPDX-License-Identifier: Apache-2.0
 *
 * Spawns cat, which ends when its standard input does.
 */
#include "defect.h"

static void rank(void) {
    pmix_status_t end = PMIX_EVENT_JOB_END;
    pmix_info_t notify;
    watch(&end, 1);
    set_flag(&notify, PMIX_NOTIFY_COMPLETION);
    spawn("cat", &notify, 1);
    int seen = await_events(1, 1500);
    decide(seen == 0, "1.5 s later, cat %s", seen == 0 ? "runs" : "has ended");
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("spawned-stdin-stays-open", "--map-by :oversubscribe -n 1", rank, argv);
}
