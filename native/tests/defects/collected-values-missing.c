/* SPDX-License-Identifier: Apache-2.0
 *
 * All ranks put a value, and meet in a fence that collects. A rank on the first node then asks for the value of one on
 * another node, without leave to wait for it: it must be there.
 */
#include "defect.h"

static void rank(void) {
    pmix_proc_t all = rank_of(PMIX_RANK_WILDCARD), other = rank_of(1);
    pmix_value_t value, *found;
    pmix_info_t collect, now[2];
    pmix_status_t status;
    PMIX_VALUE_CONSTRUCT(&value);
    value.type = PMIX_INT;
    value.data.integer = 7;
    check("put", PMIx_Put(PMIX_GLOBAL, "defect.value", &value));
    check("commit", PMIx_Commit());
    set_flag(&collect, PMIX_COLLECT_DATA);
    check("fence", PMIx_Fence(&all, 1, &collect, 1));
    if (me.rank == 0) {
        set_flag(&now[0], PMIX_IMMEDIATE);
        set_timeout(&now[1], 5);
        status = PMIx_Get(&other, "defect.value", now, 2, &found);
        decide(status != PMIX_SUCCESS, "a get after a collecting fence: %s", text(status));
    }
    sleep_ms(20000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("collected-values-missing", "--map-by node:oversubscribe -n 3", rank, argv);
}
