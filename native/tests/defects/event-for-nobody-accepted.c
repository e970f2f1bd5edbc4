/* SPDX-License-Identifier: Apache-2.0
 *
 * Sends an event to a rank that does not exist.
 */
#include "defect.h"

static void rank(void) {
    static struct answer answer = NO_ANSWER_YET;
    pmix_proc_t nobody = rank_of(77);
    pmix_info_t range;
    PMIX_INFO_LOAD(&range, PMIX_EVENT_CUSTOM_RANGE, &nobody, PMIX_PROC);
    pmix_status_t status = PMIx_Notify_event(CODE, &me, PMIX_RANGE_CUSTOM, &range, 1, op_done, &answer);
    if (status == PMIX_SUCCESS) {
        status = await(&answer, 3000);
    }
    decide(status == PMIX_SUCCESS || status == PMIX_OPERATION_SUCCEEDED, "the notification: %s", text(status));
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("event-for-nobody-accepted", "--map-by :oversubscribe -n 1", rank, argv);
}
