/* SPDX-License-Identifier: Apache-2.0
 *
 * Rank 0 sends rank 1 an event, and rank 1 sends one back, 20 times. The server answers a notification before it passes
 * on the event from the other: that second message waits until the kernel has acknowledged the first.
 */
#include "defect.h"

enum { ROUNDS = 20 };

static int in_order(const void *one, const void *other) {
    long difference = *(const long *) one - *(const long *) other;
    return (difference > 0) - (difference < 0);
}

static void rank(void) {
    long times[ROUNDS];
    pmix_status_t code = me.rank == 0 ? OTHER_CODE : CODE;
    watch(&code, 1);
    meet();
    for (int round = 0; round < ROUNDS; round++) {
        long begin = now_ms();
        if (me.rank == 0) {
            send_event(CODE, PMIX_RANGE_LOCAL, round);
        }
        if (await_events(round + 1, 5000) <= round) {
            unclear("event %d did not arrive", round);
        }
        if (me.rank == 1) {
            send_event(OTHER_CODE, PMIX_RANGE_LOCAL, round);
        }
        times[round] = now_ms() - begin;
    }
    if (me.rank == 0) {
        qsort(times, ROUNDS, sizeof(*times), in_order);
        long median = times[ROUNDS / 2];
        decide(median >= 35, "an event and one back take %ld ms", median);
    }
    /* A fence would fail here, since rank 0 has ended. */
    sleep_ms(10000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("server-awaits-acknowledgement", "--map-by :oversubscribe -n 2", rank, argv);
}
