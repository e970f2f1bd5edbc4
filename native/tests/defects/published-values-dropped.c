/* SPDX-License-Identifier: Apache-2.0
 *
 * Publishes five values of 4 MiB, and looks the first up.
 */
#include "defect.h"

static void rank(void) {
    enum { SIZE = 4 << 20, VALUES = 5 };
    pmix_byte_object_t bytes = {.bytes = calloc(1, SIZE), .size = SIZE};
    pmix_pdata_t found;
    for (int i = 0; i < VALUES; i++) {
        char key[32];
        pmix_info_t info;
        snprintf(key, sizeof(key), "defect.value%d", i);
        PMIX_INFO_LOAD(&info, key, &bytes, PMIX_BYTE_OBJECT);
        pmix_status_t status = PMIx_Publish(&info, 1);
        if (status != PMIX_SUCCESS) {
            decide(false, "publish of value %d: %s", i, text(status));
        }
        PMIX_INFO_DESTRUCT(&info);
    }
    PMIX_PDATA_CONSTRUCT(&found);
    PMIX_LOAD_KEY(found.key, "defect.value0");
    pmix_status_t status = PMIx_Lookup(&found, 1, NULL, 0);
    decide(status != PMIX_SUCCESS, "lookup of the first value: %s", text(status));
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("published-values-dropped", "--map-by :oversubscribe -n 1", rank, argv);
}
