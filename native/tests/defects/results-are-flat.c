/* SPDX-License-Identifier: Apache-2.0
 *
 * A handler returns two results, and the next one looks at them: they are to be an array, beside the handler's status.
 */
#include "defect.h"

static void first(size_t handler, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t ninfos,
                  pmix_info_t results[], size_t nresults, pmix_event_notification_cbfunc_fn_t done, void *cbdata) {
    static pmix_info_t mine[2];
    (void) handler, (void) code, (void) source, (void) infos, (void) ninfos, (void) results, (void) nresults;
    set_flag(&mine[0], "defect.one");
    set_flag(&mine[1], "defect.two");
    done(PMIX_EVENT_PARTIAL_ACTION_TAKEN, mine, 2, NULL, NULL, cbdata);
}

static void second(size_t handler, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t ninfos,
                   pmix_info_t results[], size_t nresults, pmix_event_notification_cbfunc_fn_t done, void *cbdata) {
    bool flat = false;
    (void) handler, (void) code, (void) source, (void) infos, (void) ninfos, (void) done, (void) cbdata;
    for (size_t i = 0; i < nresults; i++) {
        flat = flat || PMIX_CHECK_KEY(&results[i], "defect.one");
    }
    if (nresults == 0) {
        unclear("the second handler receives no results");
    }
    decide(flat, "two results of one handler are %zu for the next one", nresults);
}

static void place(const char *name, const char *directive, pmix_notification_fn_t function) {
    pmix_status_t code = CODE;
    pmix_info_t infos[2];
    PMIX_INFO_LOAD(&infos[0], PMIX_EVENT_HDLR_NAME, name, PMIX_STRING);
    set_flag(&infos[1], directive);
    pmix_status_t status = PMIx_Register_event_handler(&code, 1, infos, 2, function, NULL, NULL);
    if (status < 0) {
        check("registration", status);
    }
}

static void rank(void) {
    place("first", PMIX_EVENT_HDLR_FIRST, first);
    place("second", PMIX_EVENT_HDLR_LAST, second);
    send_event(CODE, PMIX_RANGE_PROC_LOCAL, 1);
    sleep_ms(10000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("results-are-flat", "--map-by :oversubscribe -n 1", rank, argv);
}
