/* SPDX-License-Identifier: Apache-2.0
 *
 * Rank 0 invites rank 1 to two groups at once. Rank 1 accepts the one, and does not answer the other.
 */
#include "defect.h"

static void on_invited(size_t handler, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[],
                       size_t ninfos, pmix_info_t results[], size_t nresults, pmix_event_notification_cbfunc_fn_t done,
                       void *cbdata) {
    static struct answer joined = NO_ANSWER_YET;
    (void) handler, (void) code, (void) results, (void) nresults;
    for (size_t i = 0; i < ninfos; i++) {
        if (PMIX_CHECK_KEY(&infos[i], PMIX_GROUP_ID) && strcmp(infos[i].value.data.string, "defect-a") == 0) {
            check("join", PMIx_Group_join_nb("defect-a", source, PMIX_GROUP_ACCEPT, NULL, 0, info_done, &joined));
        }
    }
    done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, cbdata);
}

static void rank(void) {
    static struct answer accepted = NO_ANSWER_YET, unanswered = NO_ANSWER_YET;
    pmix_proc_t members[] = {rank_of(0), rank_of(1)};
    pmix_status_t invited = PMIX_GROUP_INVITED;
    pmix_info_t timeout;
    if (me.rank == 1) {
        pmix_status_t status = PMIx_Register_event_handler(&invited, 1, NULL, 0, on_invited, NULL, NULL);
        if (status < 0) {
            check("registration", status);
        }
    }
    meet();
    if (me.rank == 1) {
        sleep_ms(20000);
        return;
    }
    set_timeout(&timeout, 4);
    check("invitation", PMIx_Group_invite_nb("defect-a", members, 2, &timeout, 1, info_done, &accepted));
    check("invitation", PMIx_Group_invite_nb("defect-b", members, 2, &timeout, 1, info_done, &unanswered));
    check("the invitation that was accepted", await(&accepted, 10000));
    pmix_status_t status = await(&unanswered, 10000);
    decide(status == PMIX_SUCCESS, "an invitation that was not answered: %s", text(status));
}

int main(int argc, char **argv) {
    (void) argc;
    return canary("answers-credited-to-all", "--map-by :oversubscribe -n 2", rank, argv);
}
