/* SPDX-License-Identifier: Apache-2.0
 *
 * Gets a key from a namespace that does not exist, with a timeout of 1 s.
 */
#include "defect.h"

static void rank(void) {
    static struct answer answer = NO_ANSWER_YET;
    pmix_proc_t nobody;
    pmix_info_t timeout;
    PMIX_LOAD_PROCID(&nobody, "no-such-namespace", 0);
    set_timeout(&timeout, 1);
    pmix_status_t status = PMIx_Get_nb(&nobody, "defect.key", &timeout, 1, value_done, &answer);
    if (status == PMIX_SUCCESS) {
        status = await(&answer, 2000);
    }
    decide(status == NO_ANSWER, "a get with a timeout of 1 s, after 2 s: %s", text(status));
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("get-of-unknown-namespace-hangs", "--map-by :oversubscribe -n 1", rank, argv);
}
