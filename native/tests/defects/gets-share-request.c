/* SPDX-License-Identifier: Apache-2.0
 *
 * Rank 0 gets a key of rank 1 that is not there, for 2 s, and at the same time one that is.
 */
#include "defect.h"

static void rank(void) {
    static struct answer missing = NO_ANSWER_YET, there = NO_ANSWER_YET;
    pmix_proc_t other = rank_of(1);
    pmix_value_t value;
    pmix_info_t two, five;
    meet();
    if (me.rank == 1) {
        PMIX_VALUE_LOAD(&value, "hello", PMIX_STRING);
        check("put", PMIx_Put(PMIX_GLOBAL, "defect.there", &value));
        check("commit", PMIx_Commit());
    }
    meet();
    if (me.rank == 1) {
        sleep_ms(10000);
        return;
    }
    set_timeout(&two, 2);
    set_timeout(&five, 5);
    long start = now_ms();
    check("get", PMIx_Get_nb(&other, "defect.missing", &two, 1, value_done, &missing));
    check("get", PMIx_Get_nb(&other, "defect.there", &five, 1, value_done, &there));
    pmix_status_t status = await(&there, 6000);
    long ms = there.at - start;
    decide(status != PMIX_SUCCESS || ms > 1500, "the get of the key that is there: %s after %ld ms", text(status), ms);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("gets-share-request", "--map-by :oversubscribe -n 2", rank, argv);
}
