/* SPDX-License-Identifier: Apache-2.0
 *
 * Notifies itself of 600 events, and then registers a handler for them.
 */
#include "defect.h"

static void rank(void) {
    enum { SENT = 600 };
    pmix_status_t code = CODE;
    bool came[SENT] = {false};
    for (int i = 0; i < SENT; i++) {
        send_event(CODE, PMIX_RANGE_PROC_LOCAL, i);
    }
    watch(&code, 1);
    await_events(512, 5000);
    int seen = await_events(SENT, 500);
    for (int i = 0; i < seen; i++) {
        if (events[i].number >= 0) {
            came[events[i].number] = true;
        }
    }
    /* If older ones made room, the first would be missing. */
    decide(came[0] && seen < SENT, "%d of %d events came; the first: %s, the last but one: %s", seen, SENT,
           came[0] ? "yes" : "no", came[SENT - 2] ? "yes" : "no");
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("new-events-dropped", "--map-by :oversubscribe -n 1", rank, argv);
}
