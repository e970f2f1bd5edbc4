/* SPDX-License-Identifier: Apache-2.0
 *
 * Two processes on two nodes call a fence of three, one with a short timeout, and then the other with a longer one. The third
 * one, on a third node, does not call it.
 */
#include "defect.h"

enum { SHORT = 4, LONG = 60 };

static void rank(void) {
    pmix_proc_t all = rank_of(PMIX_RANK_WILDCARD);
    pmix_info_t timeout;
    struct answer answer = NO_ANSWER_YET;
    pmix_status_t code = CODE;
    watch(&code, 1);
    meet();
    if (me.rank == 1 && await_events(1, 1000L * LONG) == 0) {
        unclear("no event");
    }
    if (me.rank < 2) {
        set_timeout(&timeout, me.rank == 0 ? SHORT : LONG);
        check("fence", PMIx_Fence_nb(&all, 1, &timeout, 1, op_done, &answer));
    }
    if (me.rank == 0) {
        send_event(code, PMIX_RANGE_GLOBAL, 0);
    }
    if (me.rank == 1) {
        pmix_status_t status = await(&answer, 3L * 1000 * SHORT);
        decide(status == PMIX_ERR_TIMEOUT, "the fence with a timeout of %d s: %s", LONG, text(status));
    }
    sleep_ms(1000L * LONG);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("first-timeout-ends-fence", "--map-by node:oversubscribe -n 3", rank, argv);
}
