/* SPDX-License-Identifier: Apache-2.0
 *
 * Rank 0 waits for a key that rank 2, on another node, puts later. Meanwhile rank 1, on the node of rank 0, gets a key of
 * rank 2 that is there.
 */
#include "defect.h"

static void rank(void) {
    static struct answer missing = NO_ANSWER_YET, there = NO_ANSWER_YET;
    pmix_proc_t other = rank_of(2);
    pmix_value_t value;
    pmix_info_t six;
    meet();
    PMIX_VALUE_LOAD(&value, "hello", PMIX_STRING);
    if (me.rank == 2) {
        check("put", PMIx_Put(PMIX_GLOBAL, "defect.there", &value));
        check("commit", PMIx_Commit());
    }
    meet();
    set_timeout(&six, 6);
    if (me.rank == 0) {
        check("get", PMIx_Get_nb(&other, "defect.later", &six, 1, value_done, &missing));
    } else if (me.rank == 2) {
        sleep_ms(3000);
        check("put", PMIx_Put(PMIX_GLOBAL, "defect.later", &value));
        check("commit", PMIx_Commit());
    } else if (me.rank == 1) {
        sleep_ms(500);
        long start = now_ms();
        check("get", PMIx_Get_nb(&other, "defect.there", &six, 1, value_done, &there));
        pmix_status_t status = await(&there, 7000);
        long ms = there.at - start;
        decide(status != PMIX_SUCCESS || ms > 1500, "the get of the key that is there: %s after %ld ms", text(status), ms);
    }
    sleep_ms(10000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("gets-of-others-share-request", "--map-by ppr:2:node -n 4", rank, argv);
}
