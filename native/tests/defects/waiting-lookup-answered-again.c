/* SPDX-License-Identifier: Apache-2.0
 *
 * Waits for two values at once, of which the second is published a second after the first. The lookup must end with
 * both; its request must not be answered again with the second one, when the caller asks for something else.
 */
#include "defect.h"

static void publish(const char *key) {
    int one = 1;
    pmix_info_t info;
    PMIX_INFO_LOAD(&info, key, &one, PMIX_INT);
    check("publish", PMIx_Publish(&info, 1));
}

static void rank(void) {
    if (me.rank == 0) {
        int all = 0;
        pmix_pdata_t found[2];
        pmix_info_t wait;
        PMIX_PDATA_CONSTRUCT(&found[0]);
        PMIX_PDATA_CONSTRUCT(&found[1]);
        PMIX_LOAD_KEY(found[0].key, "defect.first");
        PMIX_LOAD_KEY(found[1].key, "defect.second");
        PMIX_INFO_LOAD(&wait, PMIX_WAIT, &all, PMIX_INT);
        pmix_status_t status = PMIx_Lookup(found, 2, &wait, 1);
        decide(status != PMIX_SUCCESS, "a lookup that waits for two values: %s", text(status));
    }
    sleep_ms(500);
    publish("defect.first");
    sleep_ms(1000);
    publish("defect.second");
    sleep_ms(20000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("waiting-lookup-answered-again", "--map-by :oversubscribe -n 2", rank, argv);
}
