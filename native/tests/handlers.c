/* SPDX-License-Identifier: Apache-2.0
 *
 * handlers: the event handlers of a C library in the process of a Java program,
 * as Open MPI and OpenMP tools have them. EventNativeIT loads it as a library;
 * event-rank.c is a rank in C that is built with it.
 *
 * A handler writes down what it is told, each event as one line:
 *
 *   CODE NAMESPACE:RANK KEY=TYPE:VALUE ... | RESULT ...
 */
#define _GNU_SOURCE
#include "handlers.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MOST 256
#define BLOCKED -2

typedef struct {
    char *name;
    int status, nresults, delay_ms;
    bool held;
    char **seen;
    int nseen;
} handler;

static handler handlers[MOST];
static int nhandlers;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

/* ---- what is written down ------------------------------------------------ */

static void write_infos(FILE *out, const pmix_info_t *infos, size_t n);

static void write_value(FILE *out, const pmix_value_t *value) {
    fprintf(out, "%s:", PMIx_Data_type_string(value->type) + strlen("PMIX_"));
    switch (value->type) {
    case PMIX_STRING: fputs(value->data.string, out); break;
    case PMIX_STATUS: fprintf(out, "%d", value->data.status); break;
    case PMIX_INT32: fprintf(out, "%d", value->data.int32); break;
    case PMIX_UINT32: fprintf(out, "%u", value->data.uint32); break;
    case PMIX_UINT64: fprintf(out, "%llu", (unsigned long long) value->data.uint64); break;
    case PMIX_BOOL: fputs(value->data.flag ? "true" : "false", out); break;
    case PMIX_PROC: fprintf(out, "%s:%u", value->data.proc->nspace, value->data.proc->rank); break;
    case PMIX_DATA_ARRAY: {
        const pmix_data_array_t *array = value->data.darray;
        fprintf(out, "%s[", PMIx_Data_type_string(array->type) + strlen("PMIX_"));
        if (array->type == PMIX_INFO) {
            write_infos(out, array->array, array->size);
        } else {
            fprintf(out, "%zu", array->size);
        }
        fputc(']', out);
        break;
    }
    default: fputc('?', out);
    }
}

static void write_infos(FILE *out, const pmix_info_t *infos, size_t n) {
    for (size_t i = 0; i < n; i++) {
        fprintf(out, "%s%s=", i == 0 ? "" : " ", infos[i].key);
        write_value(out, &infos[i].value);
    }
}

/* ---- a handler ----------------------------------------------------------- */

typedef struct {
    pmix_event_notification_cbfunc_fn_t function;
    void *cbdata;
    handler *of;
    int delay_ms;
} completion;

static void complete(const completion *done) {
    static pmix_info_t results[2], inner;
    static pmix_data_array_t array = {PMIX_INFO, 1, &inner};
    static bool made;
    pthread_mutex_lock(&lock);
    if (!made) {
        uint64_t big = UINT64_MAX;
        made = true;
        PMIX_INFO_LOAD(&results[0], "c.text", "from C", PMIX_STRING);
        PMIX_INFO_LOAD(&inner, "c.inner", &big, PMIX_UINT64);
        PMIX_LOAD_KEY(results[1].key, "c.array");
        results[1].value.type = PMIX_DATA_ARRAY;
        results[1].value.data.darray = &array;
    }
    int status = done->of->status, n = done->of->nresults;
    pthread_mutex_unlock(&lock);
    done->function(status, n == 0 ? NULL : results, n, NULL, NULL, done->cbdata);
}

static void *complete_later(void *arg) {
    completion *done = arg;
    if (done->delay_ms > 0) {
        usleep(1000 * done->delay_ms);
    } else {
        pthread_mutex_lock(&lock);
        while (done->of->held) {
            pthread_cond_wait(&changed, &lock);
        }
        pthread_mutex_unlock(&lock);
    }
    complete(done);
    free(done);
    return NULL;
}

static void handle(size_t id, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t ninfos,
                   pmix_info_t results[], size_t nresults, pmix_event_notification_cbfunc_fn_t function, void *cbdata) {
    handler *of = NULL;
    size_t size, n = 0;
    char *line;
    FILE *out = open_memstream(&line, &size);
    (void) id;
    fprintf(out, "%d %s:%d", code, source->nspace, (int) source->rank);
    /* The last are this handler's own: its name and its object. */
    for (n = 0; n < ninfos; n++) {
        if (PMIX_CHECK_KEY(&infos[n], PMIX_EVENT_RETURN_OBJECT)) {
            of = infos[n].value.data.ptr;
        } else if (!PMIX_CHECK_KEY(&infos[n], PMIX_EVENT_HDLR_NAME)) {
            fputc(' ', out);
            write_infos(out, &infos[n], 1);
        }
    }
    fputs(" | ", out);
    write_infos(out, results, nresults);
    fclose(out);
    pthread_mutex_lock(&lock);
    of->seen = realloc(of->seen, (of->nseen + 1) * sizeof(*of->seen));
    of->seen[of->nseen++] = line;
    pthread_cond_broadcast(&changed);
    int delay_ms = of->delay_ms;
    pthread_mutex_unlock(&lock);
    completion done = {function, cbdata, of, delay_ms};
    if (delay_ms == BLOCKED) {
        pthread_mutex_lock(&lock);
        while (of->held) {
            pthread_cond_wait(&changed, &lock);
        }
        pthread_mutex_unlock(&lock);
    }
    if (delay_ms == 0 || delay_ms == BLOCKED) {
        complete(&done);
    } else {
        pthread_t thread;
        completion *later = malloc(sizeof(*later));
        *later = done;
        pthread_create(&thread, NULL, complete_later, later);
        pthread_detach(thread);
    }
}

/* ---- for Java ------------------------------------------------------------ */

/* The library uses PMIx itself, as Open MPI does. */
int handlers_init(void) {
    pmix_proc_t me;
    return PMIx_Init(&me, NULL, 0);
}

int handlers_finalize(void) {
    return PMIx_Finalize(NULL, 0);
}

/* Its number, or a status. No codes are any; no name is none. */
int handlers_register(const char *name, int place, const int *codes, int ncodes) {
    return handlers_register_beside(name, place, NULL, codes, ncodes);
}

/* The same, before or after the handler that the anchor names. */
int handlers_register_beside(const char *name, int place, const char *anchor, const int *codes, int ncodes) {
    static const char *const places[] = {NULL, PMIX_EVENT_HDLR_FIRST, PMIX_EVENT_HDLR_LAST, PMIX_EVENT_HDLR_PREPEND,
                                         PMIX_EVENT_HDLR_APPEND, PMIX_EVENT_HDLR_BEFORE, PMIX_EVENT_HDLR_AFTER};
    pmix_info_t infos[3];
    size_t n = 0;
    bool yes = true;
    pthread_mutex_lock(&lock);
    handler *made = &handlers[nhandlers++];
    made->name = name == NULL ? NULL : strdup(name);
    made->status = PMIX_EVENT_NO_ACTION_TAKEN;
    pthread_mutex_unlock(&lock);
    PMIX_INFO_LOAD(&infos[n++], PMIX_EVENT_RETURN_OBJECT, made, PMIX_POINTER);
    if (name != NULL) {
        PMIX_INFO_LOAD(&infos[n++], PMIX_EVENT_HDLR_NAME, name, PMIX_STRING);
    }
    if (anchor != NULL) {
        PMIX_INFO_LOAD(&infos[n++], places[place], anchor, PMIX_STRING);
    } else if (place != PLACE_NONE) {
        PMIX_INFO_LOAD(&infos[n++], places[place], &yes, PMIX_BOOL);
    }
    int id = PMIx_Register_event_handler(ncodes == 0 ? NULL : (pmix_status_t *) codes, ncodes, infos, n, handle, NULL, NULL);
    return id < 0 ? id : (int) (made - handlers);
}

/*
 * How it answers from now on: at once, or after a while on a thread of its own;
 * with a negative time once it is released. BLOCKED: libpmix waits for it.
 */
void handlers_answer(int number, int status, int nresults, int delay_ms) {
    pthread_mutex_lock(&lock);
    handlers[number].status = status;
    handlers[number].nresults = nresults;
    handlers[number].delay_ms = delay_ms;
    if (delay_ms < 0) {
        handlers[number].held = true;
    }
    pthread_mutex_unlock(&lock);
}

/* Releases the held answers. */
void handlers_release(int number) {
    pthread_mutex_lock(&lock);
    handlers[number].held = false;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

/* How many events it has seen, once they are enough or the time is over. */
int handlers_wait(int number, int count, int ms) {
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += ms / 1000;
    end.tv_nsec += ms % 1000 * 1000000L;
    end.tv_sec += end.tv_nsec / 1000000000L;
    end.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&lock);
    while (handlers[number].nseen < count && pthread_cond_timedwait(&changed, &lock, &end) == 0) {
    }
    int seen = handlers[number].nseen;
    pthread_mutex_unlock(&lock);
    return seen;
}

/* What it wrote down about an event. */
const char *handlers_seen(int number, int event) {
    pthread_mutex_lock(&lock);
    const char *line = handlers[number].seen[event];
    pthread_mutex_unlock(&lock);
    return line;
}

/* Sends events that have "c.number" from first on; the status of the last. */
int handlers_notify(int code, int range, int flags, int first, int count) {
    pmix_status_t rc = PMIX_SUCCESS;
    bool yes = true;
    uint64_t sequence = 1;
    for (int32_t number = first; number < first + count && rc == PMIX_SUCCESS; number++) {
        pmix_info_t infos[4];
        size_t n = 0;
        PMIX_INFO_LOAD(&infos[n++], "c.number", &number, PMIX_INT32);
        if (flags & NOTIFY_NON_DEFAULT) {
            PMIX_INFO_LOAD(&infos[n++], PMIX_EVENT_NON_DEFAULT, &yes, PMIX_BOOL);
        }
        if (flags & NOTIFY_DO_NOT_CACHE) {
            PMIX_INFO_LOAD(&infos[n++], PMIX_EVENT_DO_NOT_CACHE, &yes, PMIX_BOOL);
        }
        if (flags & NOTIFY_REPLAYED) {
            PMIX_INFO_LOAD(&infos[n++], "pmixj.event.sequence", &sequence, PMIX_UINT64);
        }
        rc = PMIx_Notify_event(code, NULL, range, infos, n, NULL, NULL);
    }
    return rc == PMIX_OPERATION_SUCCEEDED ? PMIX_SUCCESS : rc;
}
