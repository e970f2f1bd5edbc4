/* SPDX-License-Identifier: Apache-2.0
 *
 * growth.h: what the canaries about the size of the DVM share. The DVM starts on node0 of ci/nodes alone.
 */
#ifndef GROWTH_H
#define GROWTH_H

#include "defect.h"

#define ELASTIC                                                                                                       \
    "--prtemca prte_elastic_mode 1 --prtemca prte_default_hostfile /dev/null --host node0:4 --map-by :oversubscribe" \
    " --bind-to none -n 1"

/* The host reports the end of each change, with one of these codes. */
static UNUSED void watch_changes(void) {
    pmix_status_t codes[] = {PMIX_DVM_IS_READY, PMIX_ERR_DVM_MOD};
    watch(codes, 2);
}

/* Asks for a change, and does not wait for the answer. */
static UNUSED void begin_change(pmix_alloc_directive_t kind, const char *nodes, struct answer *answer) {
    pmix_info_t *info;
    PMIX_INFO_CREATE(info, 1);
    PMIX_INFO_LOAD(&info[0], PMIX_ALLOC_NODE_LIST, nodes, PMIX_STRING);
    pmix_status_t status = PMIx_Allocation_request_nb(kind, info, 1, info_done, answer);
    if (status != PMIX_SUCCESS) {
        answered(answer, status);
    }
}

/* Asks for a change; the answer says that the host has begun it. */
static UNUSED pmix_status_t change(pmix_alloc_directive_t kind, const char *nodes) {
    struct answer answer = NO_ANSWER_YET;
    begin_change(kind, nodes, &answer);
    pmix_status_t status = await(&answer, 10000);
    if (status == NO_ANSWER) {
        unclear("a change was not answered");
    }
    return status;
}

/* Makes a change that succeeds, which is the first, second ... one. */
static UNUSED void change_well(pmix_alloc_directive_t kind, const char *nodes, int count) {
    check(nodes, change(kind, nodes));
    if (await_events(count, 10000) < count || events[count - 1].code != PMIX_DVM_IS_READY) {
        unclear("the change with %s has not succeeded", nodes);
    }
}

/* Prints a line for the process that has started the job. */
static UNUSED void say(const char *line) {
    if (write(STDOUT_FILENO, line, strlen(line)) < 0) {
        _exit(2);
    }
}

static bool has_survived;
static bool was_accepted;

/* Keeps what a line of a rank says, and passes on the verdict of a rank for which something was unclear. */
static UNUSED void note(const char *line) {
    has_survived = has_survived || strstr(line, "has survived") != NULL;
    was_accepted = was_accepted || strstr(line, "was accepted") != NULL;
    print_verdict(line);
}

#endif
