/* SPDX-License-Identifier: Apache-2.0
 *
 * Looks a value up again and again, eight times at once, while events arrive. Each lookup must be answered, although there
 * is no such value.
 */
#include "defect.h"

enum { WIDTH = 8 };

static void found(pmix_status_t status, pmix_pdata_t data[], size_t ndata, void *cbdata) {
    (void) data, (void) ndata;
    answered(cbdata, status);
}

static void look_up(struct answer *answer) {
    char *keys[] = {"defect.value", NULL};
    pmix_status_t status = PMIx_Lookup_nb(keys, NULL, 0, found, answer);
    if (status == PMIX_ERR_UNREACH) {
        decide(true, "the connection to the server was lost");
    }
    check("lookup", status);
}

static void rank(void) {
    pmix_status_t code = CODE;
    /* The server may close the connection, which is the defect. */
    signal(SIGPIPE, SIG_IGN);
    watch(&code, 1);
    meet();
    /* A busy machine answers few lookups in a second. */
    long end = now_ms() + 120000;
    while (me.rank != 0) {
        struct answer sent = NO_ANSWER_YET;
        check("notification", PMIx_Notify_event(CODE, &me, PMIX_RANGE_NAMESPACE, NULL, 0, op_done, &sent));
        check("notification", await(&sent, 20000));
    }
    int lookups = 0;
    for (; lookups < 40000 && now_ms() < end; lookups += WIDTH) {
        static struct answer answers[WIDTH], another = NO_ANSWER_YET;
        for (int i = 0; i < WIDTH; i++) {
            answers[i] = (struct answer) NO_ANSWER_YET;
            look_up(&answers[i]);
        }
        for (int i = 0; i < WIDTH; i++) {
            if (await(&answers[i], 2000) == NO_ANSWER) {
                look_up(&another);
                pmix_status_t status = await(&another, 5000);
                decide(true, "a lookup, after 2 s: no answer; another one: %s; the first one then: %s",
                       text(status), text(await(&answers[i], 500)));
            }
        }
    }
    decide(false, "%d lookups were answered", lookups);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("lookup-answer-lost", "--map-by :oversubscribe -n 2", rank, argv);
}
