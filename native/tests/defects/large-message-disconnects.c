/* SPDX-License-Identifier: Apache-2.0
 *
 * Notifies the node of an event with 33 MiB: an error is as good as the event.
 */
#include "defect.h"

static void killed(int signal) {
    decide(true, "signal %d: the connection was closed", signal);
}

static void rank(void) {
    static struct answer sent = NO_ANSWER_YET, fence = NO_ANSWER_YET;
    enum { SIZE = 33 << 20 };
    pmix_byte_object_t bytes = {.bytes = calloc(1, SIZE), .size = SIZE};
    pmix_info_t infos[2];
    signal(SIGPIPE, killed);
    PMIX_INFO_LOAD(&infos[0], "defect.bytes", &bytes, PMIX_BYTE_OBJECT);
    set_flag(&infos[1], PMIX_EVENT_NON_DEFAULT);
    pmix_status_t status = PMIx_Notify_event(CODE, &me, PMIX_RANGE_LOCAL, infos, 2, op_done, &sent);
    if (status == PMIX_SUCCESS) {
        status = await(&sent, 3000);
    }
    bool connected = PMIx_Fence_nb(&me, 1, NULL, 0, op_done, &fence) == PMIX_SUCCESS
                     && await(&fence, 2000) == PMIX_SUCCESS;
    decide(!connected, "the notification: %s; then a fence: %s", text(status), text(fence.status));
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("large-message-disconnects", "--map-by :oversubscribe -n 1", rank, argv);
}
