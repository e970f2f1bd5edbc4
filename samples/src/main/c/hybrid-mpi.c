/* SPDX-License-Identifier: Apache-2.0
 *
 * hybrid-mpi [COUNT COMMAND...]   is the C half of the sample HybridMpi: a job of Open MPI, which forms one PMIx group
 * with a job in Java. The two find each other by published values, in any order of their starts. Given a command, rank 0
 * spawns it with COUNT ranks as the other job.
 */
#include <mpi.h>
#include <pmix.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GROUP "hybrid-mpi"
#define VALUE "hybrid.value"
#define SUM "hybrid.sum"
#define START (PMIX_EXTERNAL_ERR_BASE - 71)
#define RESULT (PMIX_EXTERNAL_ERR_BASE - 72)
#define SECONDS 30

static pmix_proc_t me;
static int rank, size;

static void say(const char *format, ...) {
    char text[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    printf("mpi rank %d: %s\n", rank, text);
    fflush(stdout);
}

static void check(pmix_status_t status, const char *what) {
    if (status != PMIX_SUCCESS && status != PMIX_OPERATION_SUCCEEDED) {
        say("%s: %s", what, PMIx_Error_string(status));
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* ---- events: handlers run on libpmix's thread, and main waits ------------------------------------------------------ */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool started;
static char model[300];

static void told(size_t id, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t ninfos,
                 pmix_info_t results[], size_t nresults, pmix_event_notification_cbfunc_fn_t done, void *cbdata) {
    (void) id, (void) results, (void) nresults;
    pthread_mutex_lock(&lock);
    started = started || code == START;
    for (size_t i = 0; i < ninfos && code == PMIX_MODEL_DECLARED; i++) {
        /* Open MPI also declares itself in each of its processes. */
        if (PMIX_CHECK_KEY(&infos[i], PMIX_PROGRAMMING_MODEL) && !PMIX_CHECK_NSPACE(source->nspace, me.nspace)) {
            snprintf(model, sizeof(model), "%s", infos[i].value.data.string);
        }
    }
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    /* It never completes the event, since Open MPI has handlers for some codes, too. */
    done(PMIX_EVENT_PARTIAL_ACTION_TAKEN, NULL, 0, NULL, NULL, cbdata);
}

static void listen_for(pmix_status_t code) {
    pmix_status_t rc = PMIx_Register_event_handler(&code, 1, NULL, 0, told, NULL, NULL);
    check(rc < 0 ? rc : PMIX_SUCCESS, "handler");
}

static void await_start(void) {
    struct timespec end;
    int rc = 0;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += SECONDS;
    pthread_mutex_lock(&lock);
    while (!(started && model[0] != 0) && rc == 0) {
        rc = pthread_cond_timedwait(&changed, &lock, &end);
    }
    pthread_mutex_unlock(&lock);
    check(rc == 0 ? PMIX_SUCCESS : PMIX_ERR_TIMEOUT, "waiting for the start");
}

/* Sends with PMIX_EVENT_NON_DEFAULT, since the default handler of Open MPI treats every event as a fatal error. */
static void tell(pmix_status_t code, const pmix_proc_t *procs, size_t nprocs, pmix_info_t *more, size_t nmore) {
    pmix_data_array_t to = {.type = PMIX_PROC, .size = nprocs, .array = (void *) procs};
    pmix_info_t infos[8];
    bool yes = true;
    PMIX_INFO_LOAD(&infos[0], PMIX_EVENT_NON_DEFAULT, &yes, PMIX_BOOL);
    PMIX_INFO_LOAD(&infos[1], PMIX_EVENT_CUSTOM_RANGE, &to, PMIX_DATA_ARRAY);
    memcpy(&infos[2], more, nmore * sizeof(*more));
    check(PMIx_Notify_event(code, &me, PMIX_RANGE_CUSTOM, infos, 2 + nmore, NULL, NULL), "event");
}

/* ---- the other job -------------------------------------------------------------------------------------------------- */

static void spawn(int count, char **command) {
    pmix_app_t app;
    pmix_info_t info;
    pmix_nspace_t child;
    memset(&app, 0, sizeof(app));
    app.cmd = command[0];
    app.argv = command;
    app.maxprocs = count;
    PMIX_INFO_LOAD(&info, PMIX_MAPBY, "node:OVERSUBSCRIBE", PMIX_STRING);
    check(PMIx_Spawn(&info, 1, &app, 1, child), "spawn");
}

static void publish(void) {
    pmix_info_t info;
    char text[300];
    snprintf(text, sizeof(text), "%d %s", size, me.nspace);
    PMIX_INFO_LOAD(&info, "hybrid.mpi", text, PMIX_STRING);
    check(PMIx_Publish(&info, 1), "publish");
}

/* Writes the processes of the job in Java to procs, and returns their number. */
static int look_up(pmix_proc_t *procs, int most) {
    pmix_pdata_t data;
    pmix_info_t infos[2];
    int wait = 1, seconds = SECONDS, count = 0;
    char nspace[PMIX_MAX_NSLEN + 1];
    PMIX_PDATA_CONSTRUCT(&data);
    PMIX_LOAD_KEY(data.key, "hybrid.java");
    PMIX_INFO_LOAD(&infos[0], PMIX_WAIT, &wait, PMIX_INT);
    PMIX_INFO_LOAD(&infos[1], PMIX_TIMEOUT, &seconds, PMIX_INT);
    check(PMIx_Lookup(&data, 1, infos, 2), "lookup");
    if (sscanf(data.value.data.string, "%d %255s", &count, nspace) != 2 || count > most) {
        check(PMIX_ERR_BAD_PARAM, data.value.data.string);
    }
    for (int i = 0; i < count; i++) {
        PMIX_LOAD_PROCID(&procs[i], nspace, i);
    }
    return count;
}

/* ---- one group of both ----------------------------------------------------------------------------------------------- */

static void put(int32_t number) {
    pmix_value_t value = {.type = PMIX_INT32, .data.int32 = number};
    check(PMIx_Put(PMIX_GLOBAL, VALUE, &value), "put");
    check(PMIx_Commit(), "commit");
}

static int sum_of(const pmix_proc_t *procs, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) {
        pmix_value_t *value = NULL;
        check(PMIx_Get(&procs[i], VALUE, NULL, 0, &value), "get");
        sum += value->data.int32;
        PMIX_VALUE_RELEASE(value);
    }
    return sum;
}

/* Waits for the whole group and collects, as Java does by default: all members have to agree on that. */
static void fence(void) {
    pmix_proc_t all;
    pmix_info_t infos[2];
    int seconds = SECONDS;
    bool collect = true;
    PMIX_INFO_LOAD(&infos[0], PMIX_TIMEOUT, &seconds, PMIX_INT);
    PMIX_INFO_LOAD(&infos[1], PMIX_COLLECT_DATA, &collect, PMIX_BOOL);
    PMIX_LOAD_PROCID(&all, GROUP, PMIX_RANK_WILDCARD);
    check(PMIx_Fence(&all, 1, infos, 2), "fence");
}

int main(int argc, char *argv[]) {
    static pmix_proc_t procs[256];
    pmix_info_t timeout, models[4], result, *results = NULL;
    size_t nresults = 0;
    int seconds = SECONDS, sum = 0, java, own;
    /* MPI_Init comes before PMIx_Init: otherwise Open MPI does not find its identity. */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    check(PMIx_Init(&me, NULL, 0), "init");
    listen_for(START);
    listen_for(PMIX_MODEL_DECLARED);
    if (rank == 0) {
        publish();
        if (argc > 2) {
            spawn(atoi(argv[1]), argv + 2);
        }
    }
    java = look_up(procs, 128);
    for (int i = 0; i < size; i++) {
        PMIX_LOAD_PROCID(&procs[java + i], me.nspace, i);
    }
    own = (rank + 1) * 100;
    put(own);

    PMIX_INFO_LOAD(&timeout, PMIX_TIMEOUT, &seconds, PMIX_INT);
    check(PMIx_Group_construct(GROUP, procs, java + size, &timeout, 1, &results, &nresults), "construct");
    say("in a group of %d Java and %d MPI ranks", java, size);
    fence();
    say("the Java ranks' values add up to %d", sum_of(procs, java));

    /* Open MPI declares itself only inside its own processes. */
    PMIX_INFO_LOAD(&models[0], PMIX_PROGRAMMING_MODEL, "MPI", PMIX_STRING);
    PMIX_INFO_LOAD(&models[1], PMIX_MODEL_LIBRARY_NAME, "OpenMPI", PMIX_STRING);
    PMIX_INFO_LOAD(&models[2], PMIX_MODEL_LIBRARY_VERSION, "6", PMIX_STRING);
    PMIX_INFO_LOAD(&models[3], PMIX_THREADING_MODEL, "pthread", PMIX_STRING);
    tell(PMIX_MODEL_DECLARED, procs, java, models, 4);

    await_start();
    say("the Java ranks use %s; told to start", model);
    MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) {
        PMIX_INFO_LOAD(&result, SUM, &sum, PMIX_INT32);
        tell(RESULT, procs, java, &result, 1);
    }
    fence();
    check(PMIx_Group_destruct(GROUP, &timeout, 1), "destruct");
    say("done");
    check(PMIx_Finalize(NULL, 0), "finalize");
    MPI_Finalize();
    return 0;
}
