/* SPDX-License-Identifier: Apache-2.0
 *
 * Ranks 0 and 1 call a fence of the job with a timeout, and rank 2 does not; then they call one in which rank 2 dies. None of
 * them may succeed.
 */
#include "defect.h"

static void rank(void) {
    static struct answer fences[] = {NO_ANSWER_YET, NO_ANSWER_YET};
    pmix_proc_t all = rank_of(PMIX_RANK_WILDCARD);
    pmix_proc_t members[] = {rank_of(0), rank_of(1), rank_of(2)};
    pmix_info_t timeout;
    meet();
    if (me.rank == 2) {
        sleep_ms(4000);
        kill(getpid(), SIGKILL);
    }
    set_timeout(&timeout, 1);
    check("fence", PMIx_Fence_nb(&all, 1, &timeout, 1, op_done, &fences[0]));
    pmix_status_t expired = await(&fences[0], 3000);
    check("fence", PMIx_Fence_nb(members, 3, NULL, 0, op_done, &fences[1]));
    pmix_status_t lost = await(&fences[1], 6000);
    if (expired == PMIX_SUCCESS || lost == PMIX_SUCCESS) {
        decide(true, "the fence of rank %u, without rank 2: %s, and that in which rank 2 died: %s", me.rank,
               text(expired), text(lost));
    }
    /* The other one may have succeeded, and says so before. */
    sleep_ms(1000);
    if (me.rank == 0) {
        decide(false, "the fence of rank 0, without rank 2: %s, and that in which rank 2 died: %s", text(expired),
               text(lost));
    }
    sleep_ms(10000);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("failed-fence-succeeds",
                  "--runtime-options recoverable,notifyerrors --map-by :oversubscribe -n 3", rank, argv);
}
