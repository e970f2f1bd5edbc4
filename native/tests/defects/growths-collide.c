/* SPDX-License-Identifier: Apache-2.0
 *
 * One node is requested twice at the same time. Mostly the DVM ends; where the first request has ended before the second
 * one starts, both succeed. So this is tried several times: it depends on timing. */
#include "growth.h"

enum { TRIES = 8 };

static void rank(void) {
    static struct answer first = NO_ANSWER_YET;
    static struct answer second = NO_ANSWER_YET;
    watch_changes();
    begin_change(PMIX_ALLOC_NEW, "node1:1", &first);
    begin_change(PMIX_ALLOC_NEW, "node1:1", &second);
    if (await_events(2, 5000) == 2) {
        spawn("/bin/true", NULL, 0);
        say("the DVM has survived\n");
    }
    _exit(0);
}

int main(int argc, char **argv) {
    (void) argc;
    defect_name = "growths-collide";
    program = argv[0];
    if (getenv("PMIX_NAMESPACE") != NULL) {
        check("init", PMIx_Init(&me, NULL, 0));
        rank();
    }
    for (int i = 1; i <= TRIES; i++) {
        has_survived = false;
        run_job(argv[0], ELASTIC, 20000, note);
        if (has_verdict) {
            return 0;
        } else if (!has_survived) {
            decide(true, "seen at try %d", i);
        }
    }
    decide(false, "not seen in %d tries", TRIES);
}
