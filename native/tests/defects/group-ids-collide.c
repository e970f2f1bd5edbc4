/* SPDX-License-Identifier: Apache-2.0
 *
 * Six processes on three nodes construct groups with the same id, and check the membership they receive: those of ranks
 * 0 to 2 and of 3 to 5, or local groups of two processes on each node.
 */
#include "defect.h"

#ifdef LOCAL_GROUPS
#define NAME "local-groups-collide"
#define SIZE 2
#define MEMBER(i) (me.rank % 3 + 3 * (i))
#else
#define NAME "group-ids-collide"
#define SIZE 3
#define MEMBER(i) (me.rank / 3 * 3 + (i))
#endif

static bool is_member(const pmix_proc_t *proc, const pmix_proc_t members[]) {
    for (int i = 0; i < SIZE; i++) {
        if (PMIX_CHECK_PROCID(proc, &members[i])) {
            return true;
        }
    }
    return false;
}

static void construct(const char *id, const pmix_proc_t members[]) {
    struct answer construct = NO_ANSWER_YET;
    pmix_info_t infos[2];
    set_timeout(&infos[0], 3);
    set_flag(&infos[1], PMIX_GROUP_LOCAL_ONLY);
    check("construct", PMIx_Group_construct_nb(id, members, SIZE, infos, SIZE == 2 ? 2 : 1, info_done, &construct));
    pmix_status_t status = await(&construct, 5000);
    if (status != PMIX_SUCCESS) {
        decide(true, "the construct of rank %u: %s", me.rank, text(status));
    }
    for (size_t i = 0; i < construct.nmembers; i++) {
        if (!is_member(&construct.members[i], members)) {
            decide(true, "rank %u received rank %u as a member of its group", me.rank, construct.members[i].rank);
        }
    }
}

static void rank(void) {
    enum { ROUNDS = 10 };
    pmix_proc_t members[SIZE];
    for (int i = 0; i < SIZE; i++) {
        members[i] = rank_of(MEMBER(i));
    }
    for (int round = 0; round < ROUNDS; round++) {
        char id[32];
        snprintf(id, sizeof(id), "defect%d", round);
        meet();
        /* All groups are under way before the first is complete. */
        if (me.rank != members[0].rank) {
            sleep_ms(200);
        }
        construct(id, members);
    }
    meet();
    decide(false, "the memberships of %d rounds are right", ROUNDS);
}

int main(int argc, char **argv) {
    (void) argc;
    return canary(NAME, "--map-by node:oversubscribe -n 6", rank, argv);
}
