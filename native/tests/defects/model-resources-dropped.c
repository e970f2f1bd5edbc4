/* SPDX-License-Identifier: Apache-2.0
 *
 * Declares a model and its number of threads to PMIx_Init, and waits for the event.
 */
#include "defect.h"

static void on_declared(size_t handler, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[],
                        size_t ninfos, pmix_info_t results[], size_t nresults,
                        pmix_event_notification_cbfunc_fn_t done, void *cbdata) {
    bool model = false, threads = false;
    (void) handler, (void) code, (void) source, (void) results, (void) nresults;
    for (size_t i = 0; i < ninfos; i++) {
        model = model || PMIX_CHECK_KEY(&infos[i], PMIX_PROGRAMMING_MODEL);
        threads = threads || PMIX_CHECK_KEY(&infos[i], PMIX_MODEL_NUM_THREADS);
    }
    if (model) {
        decide(!threads, "a declared model is reported %s its threads", threads ? "with" : "without");
    }
    done(PMIX_EVENT_PARTIAL_ACTION_TAKEN, NULL, 0, NULL, NULL, cbdata);
}

static void rank(void) {
    pmix_status_t code = PMIX_MODEL_DECLARED;
    pmix_info_t infos[2];
    uint64_t threads = 4;
    pmix_status_t status = PMIx_Register_event_handler(&code, 1, NULL, 0, on_declared, NULL, NULL);
    if (status < 0) {
        check("registration", status);
    }
    PMIX_INFO_LOAD(&infos[0], PMIX_PROGRAMMING_MODEL, "defect", PMIX_STRING);
    PMIX_INFO_LOAD(&infos[1], PMIX_MODEL_NUM_THREADS, &threads, PMIX_UINT64);
    check("declaration", PMIx_Init(&me, infos, 2));
    sleep_ms(10000);
    PMIx_Finalize(NULL, 0);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("model-resources-dropped", "--map-by :oversubscribe -n 1", rank, argv);
}
