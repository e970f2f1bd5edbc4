/* SPDX-License-Identifier: Apache-2.0
 *
 * Notifies its handler of an event, and then registers another handler for the code.
 */
#include "defect.h"

static void rank(void) {
    pmix_status_t code = CODE;
    watch(&code, 1);
    send_event(CODE, PMIX_RANGE_PROC_LOCAL, 1);
    if (await_events(1, 5000) != 1) {
        unclear("the event did not come");
    }
    /* Behind the first. */
    pmix_info_t append;
    set_flag(&append, PMIX_EVENT_HDLR_APPEND);
    PMIx_Register_event_handler(&code, 1, &append, 1, on_event, NULL, NULL);
    int seen = await_events(2, 4000);
    bool again = seen > 1 && events[1].handler == events[0].handler;
    decide(again, "the first handler was called %s", again ? "once more" : "once");
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("replay-repeated", "--map-by :oversubscribe -n 1", rank, argv);
}
