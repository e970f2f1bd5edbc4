/* SPDX-License-Identifier: Apache-2.0
 *
 * Notifies itself of five events, and then registers a handler for them.
 */
#include "defect.h"

static void rank(void) {
    pmix_status_t code = CODE;
    for (int i = 0; i < 5; i++) {
        send_event(CODE, PMIX_RANGE_PROC_LOCAL, i);
    }
    watch(&code, 1);
    if (await_events(5, 10000) < 5) {
        unclear("%d of 5 events came", nevents);
    }
    decide(events[0].number > events[4].number, "the events came as %d %d %d %d %d", events[0].number,
           events[1].number, events[2].number, events[3].number, events[4].number);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("replay-reversed", "--map-by :oversubscribe -n 1", rank, argv);
}
