/* SPDX-License-Identifier: Apache-2.0
 *
 * Asks to kill a rank that does not exist.
 */
#include "defect.h"

static void terminated(int signal) {
    decide(true, "this process received signal %d", signal);
}

static void rank(void) {
    static struct answer answer = NO_ANSWER_YET;
    pmix_proc_t nobody = rank_of(77);
    pmix_info_t kill_it;
    signal(SIGTERM, terminated);
    set_flag(&kill_it, PMIX_JOB_CTRL_KILL);
    pmix_status_t status = PMIx_Job_control_nb(&nobody, 1, &kill_it, 1, info_done, &answer);
    if (status == PMIX_SUCCESS) {
        status = await(&answer, 1500);
    }
    sleep_ms(4000);
    decide(false, "the request: %s; this process lives", text(status));
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("control-of-nobody-is-of-all", "--map-by :oversubscribe -n 1", rank, argv);
}
