/* SPDX-License-Identifier: Apache-2.0
 *
 * Asks for the leader of the second of two applications, which is rank 1.
 */
#include "defect.h"

static void rank(void) {
    pmix_proc_t all = rank_of(PMIX_RANK_WILDCARD);
    uint32_t number = 1;
    pmix_info_t infos[2];
    pmix_value_t *value;
    set_flag(&infos[0], PMIX_APP_INFO);
    PMIX_INFO_LOAD(&infos[1], PMIX_APPNUM, &number, PMIX_UINT32);
    check("get", PMIx_Get(&all, PMIX_APPLDR, infos, 2, &value));
    decide(value->data.rank != 1, "PMIX_APPLDR of the second application: %u", value->data.rank);
}

int main(int argc, char **argv) {
    char options[2048];
    (void) argc;
    snprintf(options, sizeof(options), "--map-by :oversubscribe -n 1 %s : -n 1", argv[0]);
    return canary("leader-rank-of-application", options, rank, argv);
}
