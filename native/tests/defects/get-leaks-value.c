/* SPDX-License-Identifier: Apache-2.0
 *
 * Gets a value of 16 KiB 500 times, and measures how much memory is then in use.
 */
#include "defect.h"
#include <malloc.h>

static void rank(void) {
    enum { SIZE = 16 << 10, TIMES = 500 };
    char *string = calloc(1, SIZE);
    pmix_value_t value;
    memset(string, 'x', SIZE - 1);
    PMIX_VALUE_LOAD(&value, string, PMIX_STRING);
    check("put", PMIx_Put(PMIX_GLOBAL, "defect.value", &value));
    size_t before = 0;
    for (int i = 0; i <= TIMES; i++) {
        struct answer answer = NO_ANSWER_YET;
        check("get", PMIx_Get_nb(&me, "defect.value", NULL, 0, value_done, &answer));
        check("get", await(&answer, 5000));
        if (i == 0) {
            before = mallinfo2().uordblks;
        }
    }
    size_t kib = (mallinfo2().uordblks - before) >> 10;
    decide(kib > SIZE / 1024 * TIMES / 2, "%d gets of %d KiB have left %zu KiB", TIMES, SIZE >> 10, kib);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("get-leaks-value", "--map-by :oversubscribe -n 1", rank, argv);
}
