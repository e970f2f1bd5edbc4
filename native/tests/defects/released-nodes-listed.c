/* SPDX-License-Identifier: Apache-2.0
 *
 * A node is added and released. The host still lists it. */
#include "growth.h"

/* Whether an array has the node, at any depth. */
static bool lists(const pmix_value_t *value, const char *node) {
    if (value->type != PMIX_DATA_ARRAY || value->data.darray == NULL || value->data.darray->type != PMIX_INFO) {
        return false;
    }
    pmix_info_t *infos = value->data.darray->array;
    for (size_t i = 0; i < value->data.darray->size; i++) {
        if (PMIX_CHECK_KEY(&infos[i], PMIX_HOSTNAME) && strcmp(infos[i].value.data.string, node) == 0) {
            return true;
        } else if (lists(&infos[i].value, node)) {
            return true;
        }
    }
    return false;
}

static bool is_listed(const char *node) {
    pmix_query_t query;
    pmix_info_t *results = NULL;
    size_t count = 0;
    bool found = false;
    PMIX_QUERY_CONSTRUCT(&query);
    PMIx_Argv_append_nosize(&query.keys, PMIX_QUERY_ALLOCATION);
    check("query", PMIx_Query_info(&query, 1, &results, &count));
    for (size_t i = 0; i < count; i++) {
        found = found || lists(&results[i].value, node);
    }
    return found;
}

static void rank(void) {
    watch_changes();
    change_well(PMIX_ALLOC_NEW, "node1:1", 1);
    if (!is_listed("node1")) {
        unclear("a node that was added is not listed");
    }
    change_well(PMIX_ALLOC_RELEASE, "node1", 2);
    bool listed = is_listed("node1");
    decide(listed, "after its release node1 is %s", listed ? "listed" : "not listed");
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("released-nodes-listed", ELASTIC, rank, argv);
}
