/* SPDX-License-Identifier: Apache-2.0
 *
 * Telling PMIx. PMIx_Init is never called: a declaration is the event that it
 * would send, so that PMIx can neither be brought up nor kept from its end from
 * here.
 */
#define _GNU_SOURCE
#include "internal.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

runtime_t runtime;

static atomic_bool stopped;
static atomic_uint session;            /* 0 before the first one */
static atomic_bool up;                 /* the model is declared in this session */
static pthread_key_t taker;            /* in libpmix's thread: the last session it has taken an event of */
static atomic_ullong pending;
static atomic_ullong largest;          /* team of this session */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- an event -------------------------------------------------------------- */

enum { MOST_INFOS = 12 };

/* Freed when libpmix has taken what is in it; the strings are not its own. */
typedef struct {
    unsigned session;
    size_t n;
    pmix_info_t infos[MOST_INFOS];
} event_t;

static event_t *event_new(void) {
    event_t *event = malloc(sizeof(*event));
    if (event != NULL) {
        event->session = atomic_load(&session);
        event->n = 0;
    }
    return event;
}

static pmix_value_t *add(event_t *event, const char *key, pmix_data_type_t type) {
    pmix_info_t *info = &event->infos[event->n++];
    /* Not all of the key's half a kilobyte. */
    strcpy(info->key, key);
    info->flags = 0;
    info->value.type = type;
    return &info->value;
}

static void add_string(event_t *event, const char *key, const char *value) {
    if (value != NULL) {
        add(event, key, PMIX_STRING)->data.string = (char *) value;
    }
}

static void add_number(event_t *event, const char *key, uint64_t value) {
    add(event, key, PMIX_UINT64)->data.uint64 = value;
}

static void add_true(event_t *event, const char *key) {
    add(event, key, PMIX_BOOL)->data.flag = true;
}

static void taken(pmix_status_t status, void *data) {
    event_t *event = data;
    void *of = (void *) (uintptr_t) event->session;
    if (event->session == atomic_load(&session)) {
        atomic_fetch_sub(&pending, 1);
    }
    free(event);
    if (status == PMIX_SUCCESS && pthread_getspecific(taker) != of) {
        pthread_setspecific(taker, of);
    }
}

/* All processes of the own namespace, which PMIX_RANGE_NAMESPACE is not. Empty without a server, which there is none to
 * tell, either. */
static pmix_proc_t job;

static void find_job(void) {
    const char *name = getenv("PMIX_NAMESPACE");
    job.rank = PMIX_RANK_WILDCARD;
    if (name != NULL && strlen(name) <= PMIX_MAX_NSLEN) {
        strcpy(job.nspace, name);
    }
}

static void send(pmix_status_t code, pmix_data_range_t range, event_t *event) {
    /* Open MPI's default handler ends the process. */
    add_true(event, PMIX_EVENT_NON_DEFAULT);
    if (range == PMIX_RANGE_CUSTOM && job.nspace[0] == '\0') {
        range = PMIX_RANGE_PROC_LOCAL;
    } else if (range == PMIX_RANGE_CUSTOM) {
        add(event, PMIX_EVENT_CUSTOM_RANGE, PMIX_PROC)->data.proc = &job;
    }
    atomic_fetch_add(&pending, 1);
    /* libpmix takes what is in the event on its own thread, in the order of the calls. */
    if (pmix_notify(code, NULL, range, event->infos, event->n, taken, event) != PMIX_SUCCESS) {
        taken(PMIX_ERR_INIT, event);
    }
}

/* ---- the model ------------------------------------------------------------- */

static void add_model(event_t *event) {
    add_string(event, PMIX_PROGRAMMING_MODEL, "OpenMP");
    add_string(event, PMIX_MODEL_LIBRARY_NAME, runtime.name);
    add_string(event, PMIX_MODEL_LIBRARY_VERSION, runtime.version);
    add_string(event, PMIX_THREADING_MODEL, "pthread");
}

/* What PMIx_Init sends if it is given these four: to the own process, and kept for handlers that come later. */
static void declare(void) {
    event_t *event = event_new();
    if (event != NULL) {
        add_model(event);
        send(PMIX_MODEL_DECLARED, PMIX_RANGE_PROC_LOCAL, event);
    }
}

static const char *affinity(void) {
    static const char *const policies[][2] = {
        {"master", "master"}, {"primary", "master"}, {"close", "close"}, {"spread", "spread"}};
    const char *value = getenv("OMP_PROC_BIND");
    for (size_t i = 0; value != NULL && i < sizeof(policies) / sizeof(policies[0]); i++) {
        /* The first of a list is that of the outermost region. */
        if (strcspn(value, ",") == strlen(policies[i][0]) &&
            strncasecmp(value, policies[i][0], strlen(policies[i][0])) == 0) {
            return policies[i][1];
        }
    }
    return NULL;
}

/* What libpmix drops from a declaration; kept for later handlers, too. */
static void tell_resources(uint64_t threads) {
    event_t *event = event_new();
    if (event == NULL) {
        return;
    }
    add_model(event);
    add_number(event, PMIX_MODEL_NUM_THREADS, threads);
    int cpus = runtime.cpus == NULL ? 0 : runtime.cpus();
    if (cpus > 0) {
        add_number(event, PMIX_MODEL_NUM_CPUS, cpus);
        add_string(event, PMIX_MODEL_CPU_TYPE, "hwthread");
    }
    add_string(event, PMIX_MODEL_AFFINITY_POLICY, affinity());
    add(event, "openmp.version", PMIX_UINT32)->data.uint32 = runtime.openmp;
    send(PMIX_MODEL_RESOURCES, settings.range, event);
}

uint32_t tell_ready(void) {
    if (atomic_load(&stopped) || !libpmix_found()) {
        return 0;
    }
    if (!pmix_initialized()) {
        atomic_store(&up, false);
        return 0;
    }
    if (!atomic_load(&up)) {
        pthread_mutex_lock(&lock);
        if (!atomic_load(&up)) {
            atomic_fetch_add(&session, 1);
            atomic_store(&pending, 0);
            atomic_store(&largest, 0);
            find_job();
            declare();
            atomic_store(&up, true);
        }
        pthread_mutex_unlock(&lock);
    }
    return atomic_load(&session);
}

/* libpmix's thread ends when PMIx is finalized; it may be initialised again before the next region. */
static void thread_ends(void *of) {
    if ((uintptr_t) of == atomic_load(&session)) {
        atomic_store(&up, false);
    }
}

bool tell_start(void) {
    return pthread_key_create(&taker, thread_ends) == 0;
}

bool tell_crowded(void) {
    return atomic_load(&pending) >= settings.pending;
}

void tell_stop(void) {
    atomic_store(&stopped, true);
}

/* ---- regions --------------------------------------------------------------- */

static void tell(pmix_status_t code, const region_t *region) {
    event_t *event = event_new();
    if (event == NULL) {
        return;
    }
    add_string(event, PMIX_PROGRAMMING_MODEL, "OpenMP");
    add_number(event, PMIX_MODEL_NUM_THREADS, region->threads);
    add_string(event, PMIX_MODEL_PHASE_NAME, settings.phase);
    add_number(event, "openmp.region", region->number);
    add(event, "openmp.level", PMIX_UINT32)->data.uint32 = region->level;
    add_number(event, "openmp.requested", region->requested);
    add_number(event, "openmp.code", region->code);
    add_true(event, PMIX_EVENT_DO_NOT_CACHE);
    send(code, settings.range, event);
}

void tell_entered(const region_t *region) {
    if (tell_ready() != region->session) {
        /* PMIx has gone since, and come back. */
        return;
    }
    if (region->threads > atomic_load(&largest)) {
        pthread_mutex_lock(&lock);
        if (region->threads > atomic_load(&largest)) {
            atomic_store(&largest, region->threads);
            tell_resources(region->threads);
        }
        pthread_mutex_unlock(&lock);
    }
    tell(PMIX_OPENMP_PARALLEL_ENTERED, region);
}

void tell_exited(const region_t *region) {
    /* Of another session: the entry is not known to anybody in this one. */
    if (tell_ready() == region->session) {
        tell(PMIX_OPENMP_PARALLEL_EXITED, region);
    }
}
