/* SPDX-License-Identifier: Apache-2.0
 *
 * group-member   is a C program among the ranks of a Java job, GroupMember.java: both construct one group of all ranks,
 * read what the others have put, see one member leave, and end the group. It needs nothing but libpmix:
 *     pmixcc -o group-member group-member.c
 */
#include <pmix.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GROUP "java-and-c"
#define MOST 256

static pmix_proc_t me;

static void check(pmix_status_t status, const char *what) {
    if (status != PMIX_SUCCESS && status != PMIX_OPERATION_SUCCEEDED) {
        fprintf(stderr, "rank %u: %s: %s\n", me.rank, what, PMIx_Error_string(status));
        PMIx_Abort(1, what, NULL, 0);
        exit(1);
    }
}

/* ---- values ---------------------------------------------------------------------------------------------------------- */

/* --8<-- [start:put] */
/* Java's ValueType.INT32 is PMIX_INT32, and ValueType.STRING is PMIX_STRING. A get needs the same name and type. */
static void put(void) {
    pmix_value_t number = {.type = PMIX_INT32, .data.int32 = (int32_t) (me.rank + 1)};
    pmix_value_t language = {.type = PMIX_STRING, .data.string = "C"};
    check(PMIx_Put(PMIX_GLOBAL, "member.number", &number), "put");
    check(PMIx_Put(PMIX_GLOBAL, "member.language", &language), "put");
    check(PMIx_Commit(), "commit");
}
/* --8<-- [end:put] */

/* --8<-- [start:get] */
static void read_all(const pmix_proc_t *members, size_t count) {
    int sum = 0, in_java = 0;
    for (size_t i = 0; i < count; i++) {
        pmix_value_t *number, *language;
        check(PMIx_Get(&members[i], "member.number", NULL, 0, &number), "get");
        check(PMIx_Get(&members[i], "member.language", NULL, 0, &language), "get");
        sum += number->data.int32;
        in_java += language->data.string[0] == 'J';
        PMIX_VALUE_RELEASE(number);
        PMIX_VALUE_RELEASE(language);
    }
    printf("rank %u in C: %d of %zu members are in Java, the sum is %d\n", me.rank, in_java, count, sum);
}
/* --8<-- [end:get] */

/* ---- a member that leaves -------------------------------------------------------------------------------------------- */

/* --8<-- [start:left] */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool has_left;

/* libpmix takes a member that leaves out of the group only if the process has a handler for this event. */
static void left(size_t id, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t ninfos,
                 pmix_info_t results[], size_t nresults, pmix_event_notification_cbfunc_fn_t done, void *cbdata) {
    (void) id, (void) code, (void) source, (void) results, (void) nresults;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < ninfos; i++) {
        has_left |= PMIX_CHECK_KEY(&infos[i], PMIX_GROUP_ID) && strcmp(infos[i].value.data.string, GROUP) == 0;
    }
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    /* A handler runs on libpmix's own thread. It must not wait, and ends with this call. */
    done(PMIX_EVENT_PARTIAL_ACTION_TAKEN, NULL, 0, NULL, NULL, cbdata);
}

static void await_left(int seconds) {
    struct timespec end;
    int rc = 0;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += seconds;
    pthread_mutex_lock(&lock);
    while (!has_left && rc == 0) {
        rc = pthread_cond_timedwait(&changed, &lock, &end);
    }
    pthread_mutex_unlock(&lock);
    check(rc == 0 ? PMIX_SUCCESS : PMIX_ERR_TIMEOUT, "waiting for the member that leaves");
}
/* --8<-- [end:left] */

/* ---- the group ------------------------------------------------------------------------------------------------------- */

/* --8<-- [start:construct] */
/* Writes the members in the order of their group ranks, which is the same in C and in Java; returns their number. */
static size_t construct(pmix_proc_t *members, const pmix_info_t *timeout) {
    pmix_proc_t job;
    pmix_value_t *size;
    pmix_info_t *results = NULL;
    size_t count = 0, nresults = 0;

    PMIX_LOAD_PROCID(&job, me.nspace, PMIX_RANK_WILDCARD);
    check(PMIx_Get(&job, PMIX_JOB_SIZE, NULL, 0, &size), "job size");
    /* GroupRequest.named(GROUP).members(pmix.job().members()): the same members in the same order. */
    for (; count < size->data.uint32 && count < MOST; count++) {
        PMIX_LOAD_PROCID(&members[count], me.nspace, count);
    }
    PMIX_VALUE_RELEASE(size);
    check(PMIx_Group_construct(GROUP, members, count, timeout, 1, &results, &nresults), "construct");
    for (size_t i = 0; i < nresults; i++) {
        if (PMIX_CHECK_KEY(&results[i], PMIX_GROUP_MEMBERSHIP)) {
            const pmix_data_array_t *array = results[i].value.data.darray;
            const pmix_proc_t *found = array->array;
            for (count = 0; count < array->size && count < MOST; count++) {
                members[count] = found[count];
            }
        }
    }
    PMIX_INFO_FREE(results, nresults);
    return count;
}
/* --8<-- [end:construct] */

/* --8<-- [start:fence] */
/* Group.fence(): the id of the group stands for all members. Java collects, so C has to do so, too. */
static void fence(const pmix_info_t *timeout) {
    pmix_proc_t all;
    bool collect = true;
    pmix_info_t infos[2] = {*timeout};
    PMIX_INFO_LOAD(&infos[1], PMIX_COLLECT_DATA, &collect, PMIX_BOOL);
    PMIX_LOAD_PROCID(&all, GROUP, PMIX_RANK_WILDCARD);
    check(PMIx_Fence(&all, 1, infos, 2), "fence");
}
/* --8<-- [end:fence] */

/* --8<-- [start:main] */
int main(void) {
    static pmix_proc_t members[MOST];
    pmix_info_t timeout;
    pmix_status_t code = PMIX_GROUP_LEFT;
    int seconds = 30;

    check(PMIx_Init(&me, NULL, 0), "init");
    pmix_status_t rc = PMIx_Register_event_handler(&code, 1, NULL, 0, left, NULL, NULL);
    check(rc < 0 ? rc : PMIX_SUCCESS, "handler"); /* else it is the number of the handler */
    /* Every collective in C needs a timeout: a member may die. Java passes one, too. */
    PMIX_INFO_LOAD(&timeout, PMIX_TIMEOUT, &seconds, PMIX_INT);

    put();
    size_t count = construct(members, &timeout);
    fence(&timeout);
    read_all(members, count);

    if (PMIX_CHECK_PROCID(&members[count - 1], &me)) {
        check(PMIx_Group_leave(GROUP, NULL, 0), "leave");
        printf("rank %u in C: has left\n", me.rank);
    } else {
        await_left(seconds);
        fence(&timeout); /* of those who remain */
        check(PMIx_Group_destruct(GROUP, &timeout, 1), "destruct");
        printf("rank %u in C: the group has ended\n", me.rank);
    }
    check(PMIx_Finalize(NULL, 0), "finalize");
    return 0;
}
/* --8<-- [end:main] */
