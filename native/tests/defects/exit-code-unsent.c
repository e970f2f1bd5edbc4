/* SPDX-License-Identifier: Apache-2.0
 *
 * Rank 1 puts the description of a process that has exited with 7, and rank 0 gets it.
 */
#include "defect.h"

static void rank(void) {
    pmix_proc_t other = rank_of(1);
    pmix_value_t *got;
    if (me.rank == 1) {
        pmix_proc_info_t description = {.hostname = "defect", .executable_name = "defect", .pid = 1, .exit_code = 7};
        pmix_value_t value = {.type = PMIX_PROC_INFO};
        description.proc = me;
        description.state = PMIX_PROC_STATE_TERMINATED;
        value.data.pinfo = &description;
        check("put", PMIx_Put(PMIX_GLOBAL, "defect.value", &value));
        check("commit", PMIx_Commit());
    }
    meet();
    if (me.rank == 0) {
        check("get", PMIx_Get(&other, "defect.value", NULL, 0, &got));
        if (got->type != PMIX_PROC_INFO || got->data.pinfo->pid != 1) {
            unclear("the value is another one");
        }
        int code = got->data.pinfo->exit_code;
        decide(code != 7, "the exit code 7 arrives as %d", code);
    }
    meet();
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("exit-code-unsent", "--map-by :oversubscribe -n 2", rank, argv);
}
