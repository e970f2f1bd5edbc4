/* SPDX-License-Identifier: Apache-2.0
 *
 * Puts a value of the type DATA_TYPE.
 */
#include "defect.h"

static void rank(void) {
    pmix_value_t value = {.type = PMIX_DATA_TYPE};
    value.data.uint16 = PMIX_INT;
    pmix_status_t status = PMIx_Put(PMIX_GLOBAL, "defect.value", &value);
    decide(status != PMIX_SUCCESS, "put: %s", text(status));
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("values-not-copied", "--map-by :oversubscribe -n 1", rank, argv);
}
