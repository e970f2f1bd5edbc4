/* SPDX-License-Identifier: Apache-2.0
 *
 * Registers handlers for two codes each, to be after one that does not exist: the first one, then another.
 */
#include "defect.h"

static int after_nobody(void) {
    pmix_status_t codes[] = {CODE, OTHER_CODE};
    pmix_info_t after;
    PMIX_INFO_LOAD(&after, PMIX_EVENT_HDLR_AFTER, "nobody", PMIX_STRING);
    return PMIx_Register_event_handler(codes, 2, &after, 1, on_event, NULL, NULL);
}

static void rank(void) {
    int first = after_nobody(), second = after_nobody();
    if (second >= 0) {
        unclear("the second one was accepted, too");
    }
    decide(first >= 0, "the first one was %s, the second one was refused", first >= 0 ? "accepted" : "refused");
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("unknown-place-accepted", "--map-by :oversubscribe -n 1", rank, argv);
}
