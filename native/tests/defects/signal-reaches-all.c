/* SPDX-License-Identifier: Apache-2.0
 *
 * Rank 0 asks for a signal to itself, and rank 1 waits for it.
 */
#include "defect.h"

static void received(int signal) {
    if (me.rank == 1) {
        decide(true, "rank 1 received signal %d for rank 0", signal);
    }
}

static void rank(void) {
    static struct answer answer = NO_ANSWER_YET;
    int number = SIGUSR1;
    pmix_info_t info;
    signal(SIGUSR1, received);
    meet();
    if (me.rank == 0) {
        PMIX_INFO_LOAD(&info, PMIX_JOB_CTRL_SIGNAL, &number, PMIX_INT);
        check("job control", PMIx_Job_control_nb(&me, 1, &info, 1, info_done, &answer));
        await(&answer, 1500);
        meet();
        decide(false, "rank 1 received nothing; the request: %s", text(answer.status));
    }
    sleep_ms(4000);
    meet();
    sleep_ms(5000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("signal-reaches-all", "--map-by :oversubscribe -n 2", rank, argv);
}
