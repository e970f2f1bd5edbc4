/* SPDX-License-Identifier: Apache-2.0
 *
 * defect.h: what the canaries share. A canary is a program that shows one defect of libpmix or PRRTE, without Java:
 *
 *     pmixcc -pthread fences-alike.c -o fences-alike && ./fences-alike
 *
 * Started by hand it starts prterun with itself as the ranks of a job, and prints one line, "defect NAME: here (...)" or
 * "defect NAME: gone (...)". One that needs several nodes is started under ci/nodes.
 */
#ifndef DEFECT_H
#define DEFECT_H

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pmix.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define UNUSED __attribute__((unused))

/* No callback has come. */
enum { NO_ANSWER = 1 };

enum { MOST_EVENTS = 2048 };

/* Codes of events. */
#define CODE (PMIX_EXTERNAL_ERR_BASE - 1)
#define OTHER_CODE (PMIX_EXTERNAL_ERR_BASE - 2)

static const char *defect_name;
static pmix_proc_t me;

static UNUSED long now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static UNUSED void sleep_ms(long ms) {
    struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

/* --- the verdict --- */

/* Prints the verdict and ends this process; the launcher then ends the others. */
static void verdict(const char *what, const char *format, va_list arguments) {
    char line[1000];
    int length = snprintf(line, sizeof(line), "defect %s: %s (", defect_name, what);
    length += vsnprintf(line + length, sizeof(line) - length - 4, format, arguments);
    length += snprintf(line + length, 4, ")\n");
    if (write(STDOUT_FILENO, line, length) < 0) {
        _exit(2);
    }
    _exit(0);
}

static UNUSED __attribute__((noreturn, format(printf, 2, 3))) void decide(bool here, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    verdict(here ? "here" : "gone", format, arguments);
    va_end(arguments);
    _exit(0);
}

/* For what the defect is not about. */
static UNUSED __attribute__((noreturn, format(printf, 1, 2))) void unclear(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    verdict("unclear", format, arguments);
    va_end(arguments);
    _exit(2);
}

static UNUSED void check(const char *what, pmix_status_t status) {
    if (status != PMIX_SUCCESS && status != PMIX_OPERATION_SUCCEEDED) {
        unclear("%s: %s", what, PMIx_Error_string(status));
    }
}

/* --- calls --- */

/* What a callback brings. */
struct answer {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool here;
    pmix_status_t status;
    long at;
    pmix_proc_t members[16];
    size_t nmembers;
    char nspace[PMIX_MAX_NSLEN + 1];
};

#define NO_ANSWER_YET {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER, .status = NO_ANSWER}

static void answered(struct answer *answer, pmix_status_t status) {
    pthread_mutex_lock(&answer->lock);
    answer->here = true;
    answer->status = status;
    answer->at = now_ms();
    pthread_cond_broadcast(&answer->changed);
    pthread_mutex_unlock(&answer->lock);
}

static bool wait_until(pthread_cond_t *changed, pthread_mutex_t *lock, long end) {
    long left = end - now_ms();
    struct timespec until;
    if (left <= 0) {
        return false;
    }
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += left / 1000;
    until.tv_nsec += left % 1000 * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    pthread_cond_timedwait(changed, lock, &until);
    return true;
}

/* The status, or NO_ANSWER. */
static UNUSED pmix_status_t await(struct answer *answer, long ms) {
    long end = now_ms() + ms;
    pthread_mutex_lock(&answer->lock);
    while (!answer->here && wait_until(&answer->changed, &answer->lock, end)) {
    }
    pmix_status_t status = answer->status;
    pthread_mutex_unlock(&answer->lock);
    return status;
}

static UNUSED const char *text(pmix_status_t status) {
    return status == NO_ANSWER ? "no answer" : PMIx_Error_string(status);
}

static UNUSED void op_done(pmix_status_t status, void *cbdata) {
    answered(cbdata, status);
}

static UNUSED void value_done(pmix_status_t status, pmix_value_t *value, void *cbdata) {
    (void) value;
    answered(cbdata, status);
}

static UNUSED void spawn_done(pmix_status_t status, char nspace[], void *cbdata) {
    struct answer *answer = cbdata;
    if (nspace != NULL) {
        snprintf(answer->nspace, sizeof(answer->nspace), "%s", nspace);
    }
    answered(answer, status);
}

static UNUSED void info_done(pmix_status_t status, pmix_info_t infos[], size_t ninfos, void *cbdata,
                             pmix_release_cbfunc_t release, void *release_data) {
    struct answer *answer = cbdata;
    for (size_t i = 0; i < ninfos; i++) {
        if (PMIX_CHECK_KEY(&infos[i], PMIX_GROUP_MEMBERSHIP) && infos[i].value.type == PMIX_DATA_ARRAY) {
            pmix_data_array_t *array = infos[i].value.data.darray;
            answer->nmembers = array->size < 16 ? array->size : 16;
            memcpy(answer->members, array->array, answer->nmembers * sizeof(pmix_proc_t));
        }
    }
    answered(answer, status);
    if (release != NULL) {
        release(release_data);
    }
}

/* A rank of this job. */
static UNUSED pmix_proc_t rank_of(pmix_rank_t rank) {
    pmix_proc_t proc;
    PMIX_LOAD_PROCID(&proc, me.nspace, rank);
    return proc;
}

/* A fence of the job. */
static UNUSED void meet(void) {
    pmix_proc_t all = rank_of(PMIX_RANK_WILDCARD);
    check("fence of the job", PMIx_Fence(&all, 1, NULL, 0));
}

static UNUSED void set_flag(pmix_info_t *info, const char *key) {
    bool yes = true;
    PMIX_INFO_LOAD(info, key, &yes, PMIX_BOOL);
}

static UNUSED void set_timeout(pmix_info_t *info, int seconds) {
    PMIX_INFO_LOAD(info, PMIX_TIMEOUT, &seconds, PMIX_INT);
}

/* --- events --- */

static pthread_mutex_t events_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t events_changed = PTHREAD_COND_INITIALIZER;
static int nevents;

/* An event; its number is what send_event has put into it. */
static struct {
    size_t handler;
    pmix_status_t code;
    pmix_proc_t source;
    int number;
} events[MOST_EVENTS];

static UNUSED void on_event(size_t handler, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[],
                            size_t ninfos, pmix_info_t results[], size_t nresults,
                            pmix_event_notification_cbfunc_fn_t done, void *cbdata) {
    (void) results, (void) nresults;
    int number = -1;
    for (size_t i = 0; i < ninfos; i++) {
        if (PMIX_CHECK_KEY(&infos[i], "defect.number")) {
            number = infos[i].value.data.integer;
        }
    }
    pthread_mutex_lock(&events_lock);
    if (nevents < MOST_EVENTS) {
        events[nevents].handler = handler;
        events[nevents].code = code;
        events[nevents].number = number;
        if (source != NULL) {
            events[nevents].source = *source;
        }
        nevents++;
    }
    pthread_cond_broadcast(&events_changed);
    pthread_mutex_unlock(&events_lock);
    done(PMIX_EVENT_PARTIAL_ACTION_TAKEN, NULL, 0, NULL, NULL, cbdata);
}

static UNUSED void watch(pmix_status_t codes[], size_t ncodes) {
    pmix_status_t status = PMIx_Register_event_handler(codes, ncodes, NULL, 0, on_event, NULL, NULL);
    if (status < 0) {
        check("registration", status);
    }
}

static UNUSED void watch_ends(void) {
    pmix_status_t codes[] = {PMIX_PROC_TERMINATED, PMIX_ERR_PROC_ABORTED, PMIX_ERR_PROC_TERM_WO_SYNC,
                             PMIX_ERR_PROC_ABORTED_BY_SIG, PMIX_ERR_EXIT_NONZERO_TERM};
    watch(codes, sizeof(codes) / sizeof(*codes));
}

/* The number of events there are, or come within some time. */
static UNUSED int await_events(int count, long ms) {
    long end = now_ms() + ms;
    pthread_mutex_lock(&events_lock);
    while (nevents < count && wait_until(&events_changed, &events_lock, end)) {
    }
    int seen = nevents;
    pthread_mutex_unlock(&events_lock);
    return seen;
}

static UNUSED void send_event(pmix_status_t code, pmix_data_range_t range, int number) {
    pmix_info_t infos[2];
    PMIX_INFO_LOAD(&infos[0], "defect.number", &number, PMIX_INT);
    set_flag(&infos[1], PMIX_EVENT_NON_DEFAULT);
    check("notification", PMIx_Notify_event(code, &me, range, infos, 2, NULL, NULL));
}

/* --- spawning --- */

static const char *program;

/* Whether this process was spawned by the canary. */
static UNUSED bool is_spawned(void) {
    pmix_value_t *parent;
    return PMIx_Get(&me, PMIX_PARENT_ID, NULL, 0, &parent) == PMIX_SUCCESS;
}

/* Spawns one process of a program. */
static UNUSED void spawn(const char *command, pmix_info_t infos[], size_t ninfos) {
    static struct answer answer = NO_ANSWER_YET;
    pmix_app_t app;
    PMIX_APP_CONSTRUCT(&app);
    app.cmd = (char *) command;
    app.argv = (char *[]){app.cmd, NULL};
    app.maxprocs = 1;
    check("spawn", PMIx_Spawn_nb(infos, ninfos, &app, 1, spawn_done, &answer));
    check("spawn", await(&answer, 10000));
}

/* --- the program --- */

static bool has_verdict;

/* Runs a job until it ends or has a verdict. Returns false if it had to be ended. */
static bool run_job(const char *program, const char *options, int limit_ms, void (*seen)(const char *line)) {
    char command[4096];
    int ends[2];
    snprintf(command, sizeof(command), "exec prterun %s %s", options, program);
    fflush(stdout);
    if (pipe2(ends, O_CLOEXEC) != 0) {
        unclear("pipe: %s", strerror(errno));
    }
    pid_t launcher = fork();
    if (launcher == 0) {
        setpgid(0, 0);
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        execl("/bin/sh", "sh", "-c", command, (char *) NULL);
        _exit(127);
    }
    close(ends[1]);
    FILE *output = fdopen(ends[0], "r");
    char *line = NULL;
    size_t size = 0;
    long end = now_ms() + limit_ms;
    bool ended = false;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    while (!ended && now_ms() < end && !has_verdict) {
        struct pollfd ready = {.fd = ends[0], .events = POLLIN};
        poll(&ready, 1, 50);
        clearerr(output);
        while (getline(&line, &size, output) > 0) {
            seen(line);
        }
        ended = waitpid(launcher, NULL, WNOHANG) == launcher;
    }
    if (!ended) {
        kill(launcher, SIGTERM);
        for (int i = 0; i < 40 && !ended; i++) {
            sleep_ms(50);
            ended = waitpid(launcher, NULL, WNOHANG) == launcher;
        }
        if (!ended) {
            kill(-launcher, SIGKILL);
            waitpid(launcher, NULL, 0);
        }
        free(line);
        return false;
    }
    while (getline(&line, &size, output) > 0) {
        seen(line);
    }
    free(line);
    return true;
}

static char others[1 << 16];

/* Prints the first verdict, and keeps the other lines. */
static UNUSED void print_verdict(const char *line) {
    if (strncmp(line, "defect ", 7) != 0) {
        size_t length = strlen(others);
        snprintf(others + length, sizeof(others) - length, "%s", line);
    } else if (!has_verdict) {
        fputs(line, stdout);
        has_verdict = true;
    }
}

/* The main function of most canaries: starts a job with these options, whose ranks call the function. */
static UNUSED int canary(const char *name, const char *options, void (*rank)(void), char **argv) {
    defect_name = name;
    program = argv[0];
    if (getenv("PMIX_NAMESPACE") != NULL) {
        check("init", PMIx_Init(&me, NULL, 0));
        rank();
        PMIx_Finalize(NULL, 0);
        return 0;
    }
    bool ended = run_job(argv[0], options, 150000, print_verdict);
    if (!has_verdict) {
        fputs(others, stderr);
        unclear(ended ? "no verdict" : "the job did not end");
    }
    return 0;
}

#endif
