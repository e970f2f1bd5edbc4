/* SPDX-License-Identifier: Apache-2.0
 *
 * Each of four ranks on two nodes puts 28 MiB, and a fence collects them: an error is as good as the values. The bytes
 * are random, because libpmix compresses others.
 */
#include "defect.h"

static void killed(int signal) {
    decide(true, "signal %d during the fence: the job was ended", signal);
}

static void rank(void) {
    static struct answer answer = NO_ANSWER_YET, again = NO_ANSWER_YET;
    enum { SIZE = 28 << 20 };
    pmix_proc_t all = rank_of(PMIX_RANK_WILDCARD);
    unsigned number = me.rank + 1;
    char *bytes = malloc(SIZE);
    pmix_value_t value;
    pmix_info_t collect;
    for (size_t i = 0; i < SIZE; i++) {
        number = number * 1664525 + 1013904223;
        bytes[i] = (char) (number >> 24);
    }
    PMIX_VALUE_CONSTRUCT(&value);
    value.type = PMIX_BYTE_OBJECT;
    value.data.bo.bytes = bytes;
    value.data.bo.size = SIZE;
    check("put", PMIx_Put(PMIX_REMOTE, "defect.bytes", &value));
    check("commit", PMIx_Commit());
    meet();
    signal(SIGTERM, killed);
    signal(SIGPIPE, killed);
    set_flag(&collect, PMIX_COLLECT_DATA);
    check("fence", PMIx_Fence_nb(&all, 1, &collect, 1, op_done, &answer));
    pmix_status_t status = await(&answer, 20000);
    /* It may succeed on the node of the launcher, and the job is ended then. */
    bool lives = status == PMIX_SUCCESS && PMIx_Fence_nb(&all, 1, NULL, 0, op_done, &again) == PMIX_SUCCESS
                 && await(&again, 20000) == PMIX_SUCCESS;
    if (me.rank == 0) {
        decide(!lives, "the fence: %s; one more: %s", text(status), text(again.status));
    }
    sleep_ms(10000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("large-fence-disconnects", "--map-by node:oversubscribe -n 4", rank, argv);
}
