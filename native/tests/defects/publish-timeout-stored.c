/* SPDX-License-Identifier: Apache-2.0
 *
 * Publishes a value with a timeout, withdraws it, and looks the timeout up, as if that were a value. Nothing must be found.
 */
#include "defect.h"

static void rank(void) {
    int one = 1, seconds = 10;
    pmix_info_t infos[2];
    pmix_pdata_t found;
    char *keys[] = {"defect.value", NULL};
    PMIX_INFO_LOAD(&infos[0], "defect.value", &one, PMIX_INT);
    PMIX_INFO_LOAD(&infos[1], PMIX_TIMEOUT, &seconds, PMIX_INT);
    check("publish", PMIx_Publish(infos, 2));
    check("unpublish", PMIx_Unpublish(keys, NULL, 0));
    PMIX_PDATA_CONSTRUCT(&found);
    PMIX_LOAD_KEY(found.key, PMIX_TIMEOUT);
    pmix_status_t status = PMIx_Lookup(&found, 1, NULL, 0);
    decide(status == PMIX_SUCCESS, "a lookup of the timeout of a value that was withdrawn: %s", text(status));
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("publish-timeout-stored", "--map-by :oversubscribe -n 1", rank, argv);
}
