/* SPDX-License-Identifier: Apache-2.0
 *
 * Rank 1, on another node, puts an array of VALUE with a string, and rank 0 gets it.
 */
#include "defect.h"

static void crashed(int signal) {
    decide(true, "the reader crashed with signal %d", signal);
}

static void rank(void) {
    pmix_proc_t all = rank_of(PMIX_RANK_WILDCARD), other = rank_of(1);
    pmix_value_t value, *read;
    pmix_info_t collect;
    meet();
    if (me.rank == 1) {
        PMIX_VALUE_CONSTRUCT(&value);
        value.type = PMIX_DATA_ARRAY;
        PMIX_DATA_ARRAY_CREATE(value.data.darray, 1, PMIX_VALUE);
        PMIX_VALUE_LOAD((pmix_value_t *) value.data.darray->array, "hello", PMIX_STRING);
        check("put", PMIx_Put(PMIX_GLOBAL, "defect.value", &value));
        check("commit", PMIx_Commit());
    }
    set_flag(&collect, PMIX_COLLECT_DATA);
    check("fence", PMIx_Fence(&all, 1, &collect, 1));
    if (me.rank == 0) {
        signal(SIGSEGV, crashed);
        signal(SIGBUS, crashed);
        signal(SIGABRT, crashed);
        check("get", PMIx_Get(&other, "defect.value", NULL, 0, &read));
        pmix_value_t *element = read->data.darray->array;
        bool same = element->type == PMIX_STRING && strcmp(element->data.string, "hello") == 0;
        decide(!same, "the string %s", same ? "is the one that was put" : "is another");
    }
    sleep_ms(10000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("shared-value-pointers", "--map-by node:oversubscribe -n 2", rank, argv);
}
