/* SPDX-License-Identifier: Apache-2.0
 *
 * event-rank: the C rank of EventCRankIT, built with handlers.c. It sends events
 * to the Java ranks of its job and receives theirs; the fences are those of the
 * Java ranks.
 */
#define VALUES_ALONE
#include "values.c"
#include "handlers.h"
#include <unistd.h>

enum { EARLY = -3201, EARLY_JAVA = -3202, LIVE = -3203, LIVE_JAVA = -3204, VALUES = -3205, VALUES_JAVA = -3206, END = -3207 };

enum { WAIT_MS = 60000 };

static int same_infos, all_infos, for_recording;

/* An event with every value, from Java. A rank that records adds the number of the event. */
static void values_seen(size_t id, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t ninfos,
                        pmix_info_t results[], size_t nresults, pmix_event_notification_cbfunc_fn_t done,
                        void *cbdata) {
    (void) id, (void) code, (void) source, (void) results, (void) nresults;
    char key[PMIX_MAX_KEYLEN];
    for (size_t i = 0; i < ninfos; i++) {
        for_recording += PMIX_CHECK_KEY(&infos[i], "pmixj.event.traced");
    }
    for (size_t n = 0; n < NENTRIES; n++) {
        snprintf(key, sizeof(key), "java.%s", entries[n].name);
        for (size_t i = 0; i < ninfos; i++) {
            if (PMIX_CHECK_KEY(&infos[i], key)) {
                pmix_value_t mine;
                set(&mine, entries[n].type, entries[n].data);
                if (same_value(&mine, &infos[i].value)) {
                    same_infos++;
                } else {
                    fprintf(stderr, "event-rank: %s is another\n", key);
                }
            }
        }
    }
    all_infos = (int) ninfos;
    done(PMIX_EVENT_PARTIAL_ACTION_TAKEN, NULL, 0, NULL, NULL, cbdata);
}

static void print_seen(const char *what, int handler, int count) {
    int seen = handlers_wait(handler, count, WAIT_MS);
    for (int i = 0; i < seen; i++) {
        const char *number = strstr(handlers_seen(handler, i), "it.number=INT32:");
        printf("event-rank: %s %d\n", what, number == NULL ? -1 : atoi(number + strlen("it.number=INT32:")));
    }
}

int main(void) {
    pmix_proc_t me;
    pmix_status_t code = VALUES_JAVA;
    check("init", PMIx_Init(&me, NULL, 0));
    make();

    /* Before anybody registers: the JVMs of the others have not connected yet, and then they have. */
    check("early", handlers_notify(EARLY, PMIX_RANGE_GLOBAL, NOTIFY_NON_DEFAULT, 1, 6));
    fence();
    check("early", handlers_notify(EARLY, PMIX_RANGE_GLOBAL, NOTIFY_NON_DEFAULT, 7, 6));
    fence();
    int early = handlers_register("c.early", PLACE_NONE, (int[]){EARLY_JAVA}, 1);
    print_seen("early", early, 6);
    fence();

    /* Both ways, to handlers that are there. */
    int live = handlers_register("c.live", PLACE_NONE, (int[]){LIVE_JAVA}, 1);
    if (PMIx_Register_event_handler(&code, 1, NULL, 0, values_seen, NULL, NULL) < 0) {
        FAIL("register");
    }
    fence();
    check("live", handlers_notify(LIVE, PMIX_RANGE_GLOBAL, NOTIFY_DO_NOT_CACHE, 1, 100));
    check("kept", handlers_notify(LIVE, PMIX_RANGE_NAMESPACE, NOTIFY_NON_DEFAULT, 101, 100));
    pmix_info_t all[NENTRIES];
    for (size_t n = 0; n < NENTRIES; n++) {
        PMIX_INFO_CONSTRUCT(&all[n]);
        snprintf(all[n].key, sizeof(all[n].key), "c.%s", entries[n].name);
        set(&all[n].value, entries[n].type, entries[n].data);
    }
    check("values", PMIx_Notify_event(VALUES, &me, PMIX_RANGE_GLOBAL, all, NENTRIES, NULL, NULL));
    check("end", handlers_notify(END, PMIX_RANGE_NAMESPACE, NOTIFY_NON_DEFAULT | NOTIFY_DO_NOT_CACHE, 1, 1));
    print_seen("live", live, 200);
    for (int ms = 0; all_infos == 0 && ms < WAIT_MS; ms += 10) {
        usleep(10000);
    }
    printf("event-rank: %d of %zu values are the same, %d came, %d for a recording\n", same_infos, NENTRIES, all_infos,
           for_recording);
    fence();
    check("finalize", PMIx_Finalize(NULL, 0));
    return 0;
}
