/* SPDX-License-Identifier: Apache-2.0
 *
 * connect-rank: a process in C, with libpmix alone, that takes part in a connection of Java ranks: the rank of
 * ConnectWithCIT. It waits to be asked, connects, meets the others in a fence, reads what another rank of the connection
 * has put, and disconnects.
 */
#include <pmix.h>
#include <pmix_deprecated.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SECONDS = 20, MOST = 64 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t asked = PTHREAD_COND_INITIALIZER;
static char nspace[PMIX_MAX_NSLEN + 1], end[PMIX_MAX_NSLEN + 1 + 4];
static pmix_proc_t members[MOST];
static size_t nmembers;

static void check(const char *what, pmix_status_t status) {
    if (status != PMIX_SUCCESS && status != PMIX_OPERATION_SUCCEEDED) {
        printf("connect-rank: %s: %s\n", what, PMIx_Error_string(status));
        exit(1);
    }
}

static void requested(size_t id, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t ninfos,
                      pmix_info_t results[], size_t nresults, pmix_event_notification_cbfunc_fn_t done, void *cbdata) {
    (void) id, (void) code, (void) source, (void) results, (void) nresults;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < ninfos; i++) {
        if (PMIX_CHECK_KEY(&infos[i], PMIX_GROUP_ID) && infos[i].value.type == PMIX_STRING) {
            snprintf(nspace, sizeof(nspace), "%s", infos[i].value.data.string);
        } else if (PMIX_CHECK_KEY(&infos[i], PMIX_GROUP_MEMBERSHIP) && infos[i].value.type == PMIX_DATA_ARRAY
                   && infos[i].value.data.darray->size <= MOST) {
            nmembers = infos[i].value.data.darray->size;
            memcpy(members, infos[i].value.data.darray->array, nmembers * sizeof(pmix_proc_t));
        }
    }
    pthread_cond_signal(&asked);
    pthread_mutex_unlock(&lock);
    done(PMIX_EVENT_PARTIAL_ACTION_TAKEN, NULL, 0, NULL, NULL, cbdata);
}

/* libpmix takes members that leave out of a group only where somebody wants to know. */
static void ignored(size_t id, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t ninfos,
                    pmix_info_t results[], size_t nresults, pmix_event_notification_cbfunc_fn_t done, void *cbdata) {
    (void) id, (void) code, (void) source, (void) infos, (void) ninfos, (void) results, (void) nresults;
    done(PMIX_EVENT_PARTIAL_ACTION_TAKEN, NULL, 0, NULL, NULL, cbdata);
}

static void wait_until_asked(void) {
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += SECONDS;
    pthread_mutex_lock(&lock);
    while (nmembers == 0 || nspace[0] == '\0') {
        if (pthread_cond_timedwait(&asked, &lock, &end) != 0) {
            printf("connect-rank: nobody asks\n");
            exit(1);
        }
    }
    pthread_mutex_unlock(&lock);
}

int main(void) {
    pmix_proc_t me, other;
    pmix_status_t request = PMIX_CONNECT_REQUESTED, left = PMIX_GROUP_LEFT;
    int seconds = SECONDS;
    bool yes = true;
    pmix_info_t infos[2];
    pmix_info_t *results = NULL;
    size_t nresults = 0;
    pmix_value_t *value;

    setvbuf(stdout, NULL, _IOLBF, 0);
    check("init", PMIx_Init(&me, NULL, 0));
    if (PMIx_Register_event_handler(&request, 1, NULL, 0, requested, NULL, NULL) < 0
        || PMIx_Register_event_handler(&left, 1, NULL, 0, ignored, NULL, NULL) < 0) {
        check("handler", PMIX_ERROR);
    }
    wait_until_asked();

    PMIX_INFO_LOAD(&infos[0], PMIX_TIMEOUT, &seconds, PMIX_INT);
    PMIX_INFO_LOAD(&infos[1], PMIX_COLLECT_DATA, &yes, PMIX_BOOL);
    check("construct", PMIx_Group_construct(nspace, members, nmembers, infos, 1, &results, &nresults));
    check("connect", PMIx_Connect(members, nmembers, infos, 1));
    printf("connect-rank: one of %zu\n", nmembers);

    check("fence", PMIx_Fence(members, nmembers, infos, 2));
    PMIX_LOAD_PROCID(&other, nspace, me.rank == 0 ? 1 : 0);
    check("get", PMIx_Get(&other, "it.card", NULL, 0, &value));
    printf("connect-rank: rank %u has %s\n", other.rank, value->data.string);
    PMIX_VALUE_RELEASE(value);

    snprintf(end, sizeof(end), "%s/end", nspace);
    check("end", PMIx_Group_construct(end, members, nmembers, infos, 1, &results, &nresults));
    check("destruct", PMIx_Group_destruct(nspace, infos, 1));
    check("destruct of the end", PMIx_Group_destruct(end, infos, 1));
    check("disconnect", PMIx_Disconnect(members, nmembers, infos, 1));
    printf("connect-rank: disconnected\n");
    check("finalize", PMIx_Finalize(NULL, 0));
    return 0;
}
