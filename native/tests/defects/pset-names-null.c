/* SPDX-License-Identifier: Apache-2.0
 *
 * Queries the names of the process sets, of which there are none.
 */
#include "defect.h"

static void rank(void) {
    pmix_query_t query;
    pmix_info_t *infos = NULL;
    size_t ninfos = 0;
    PMIX_QUERY_CONSTRUCT(&query);
    query.keys = (char *[]){PMIX_QUERY_PSET_NAMES, NULL};
    pmix_status_t status = PMIx_Query_info(&query, 1, &infos, &ninfos);
    bool is_null = status == PMIX_SUCCESS && ninfos == 1 && infos[0].value.type == PMIX_STRING
                   && infos[0].value.data.string == NULL;
    decide(is_null, "the query: %s, %zu values%s", text(status), ninfos, is_null ? ", a string that is NULL" : "");
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("pset-names-null", "--map-by :oversubscribe -n 1", rank, argv);
}
