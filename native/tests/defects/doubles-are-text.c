/* SPDX-License-Identifier: Apache-2.0
 *
 * Packs a PMIX_DOUBLE as for a message, and unpacks it.
 */
#include "defect.h"

static void rank(void) {
    pmix_data_buffer_t *buffer = PMIx_Data_buffer_create();
    double sent = 1e-9, received = 1;
    int32_t count = 1;
    check("pack", PMIx_Data_pack(&me, buffer, &sent, 1, PMIX_DOUBLE));
    check("unpack", PMIx_Data_unpack(&me, buffer, &received, &count, PMIX_DOUBLE));
    PMIx_Data_buffer_release(buffer);
    decide(received != sent, "%g arrives as %g", sent, received);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("doubles-are-text", "--map-by :oversubscribe -n 1", rank, argv);
}
