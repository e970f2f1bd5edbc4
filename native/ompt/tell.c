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
static atomic_uint up;                 /* the session that the model is declared in, 0 when that is over */
static atomic_uint gone;               /* the last session that is over */
static atomic_ullong largest;          /* team of this session that others know of */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- the model ------------------------------------------------------------- */

static void add_model(event_t *event) {
    event_string(event, PMIX_PROGRAMMING_MODEL, "OpenMP");
    event_string(event, PMIX_MODEL_LIBRARY_NAME, runtime.name);
    event_string(event, PMIX_MODEL_LIBRARY_VERSION, runtime.version);
    event_string(event, PMIX_THREADING_MODEL, "pthread");
}

/* What PMIx_Init sends if it is given these four: to the own process, and kept for handlers that come later. */
static bool declare(void) {
    event_t *event = event_new();
    if (event == NULL) {
        return false;
    }
    add_model(event);
    return event_send(PMIX_MODEL_DECLARED, PMIX_RANGE_PROC_LOCAL, event);
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

/* The model and what it uses, which libpmix drops from a declaration. */
static event_t *all(uint64_t threads) {
    event_t *event = event_new();
    if (event == NULL) {
        return NULL;
    }
    add_model(event);
    event_number(event, PMIX_MODEL_NUM_THREADS, threads);
    int cpus = runtime.cpus == NULL ? 0 : runtime.cpus();
    if (cpus > 0) {
        event_number(event, PMIX_MODEL_NUM_CPUS, cpus);
        event_string(event, PMIX_MODEL_CPU_TYPE, "hwthread");
    }
    event_string(event, PMIX_MODEL_AFFINITY_POLICY, affinity());
    event_number32(event, "openmp.version", runtime.openmp);
    return event;
}

/* Beyond the own process. The reach is for Java: who has declared it before takes it for the same declaration. */
static bool declare_to_others(uint64_t threads) {
    if (event_widest() == PMIX_RANGE_PROC_LOCAL) {
        return true;
    }
    event_t *event = all(threads);
    if (event == NULL) {
        return false;
    }
    event_string(event, "org.pmixj.model.reach", settings.range == PMIX_RANGE_LOCAL ? "NODE" : "JOB");
    return event_send(PMIX_MODEL_DECLARED, settings.range, event);
}

/* Kept for later handlers, as declarations are. */
static bool tell_resources(uint64_t threads) {
    event_t *event = all(threads);
    return event != NULL && event_send(PMIX_MODEL_RESOURCES, event_widest(), event);
}

/* The model is declared in a new session, unless another thread does it, or PMIx has gone meanwhile. */
static void begin(void) {
    pthread_mutex_lock(&lock);
    if (atomic_load(&up) == 0 && pmix_initialized()) {
        uint32_t now = events_begin();
        atomic_store(&largest, 0);
        if (declare()) {
            atomic_store(&up, now);
            if (atomic_load(&gone) == now) {
                /* Already. */
                atomic_store(&up, 0);
            }
        }
    }
    pthread_mutex_unlock(&lock);
}

/* PMIx may be initialised again before the next region. */
static void is_over(uint32_t number) {
    if (number != 0) {
        atomic_store(&gone, number);
    }
    atomic_compare_exchange_strong(&up, &number, 0);
}

uint32_t tell_ready(void) {
    if (atomic_load(&stopped) || !libpmix_found()) {
        return 0;
    }
    uint32_t now = atomic_load(&up);
    if (!pmix_initialized()) {
        /* This one is over. Another thread may have begun the next meanwhile. */
        is_over(now);
        return 0;
    }
    if (now == 0) {
        begin();
        now = atomic_load(&up);
    }
    return now;
}

bool tell_start(void) {
    return events_start(is_over);
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
    event_string(event, PMIX_PROGRAMMING_MODEL, "OpenMP");
    event_number(event, PMIX_MODEL_NUM_THREADS, region->threads);
    event_string(event, PMIX_MODEL_PHASE_NAME, settings.phase);
    event_number(event, "openmp.region", region->number);
    event_number32(event, "openmp.level", region->level);
    event_number(event, "openmp.requested", region->requested);
    event_number(event, "openmp.code", region->code);
    event_true(event, PMIX_EVENT_DO_NOT_CACHE);
    event_send(code, event_widest(), event);
}

void tell_entered(const region_t *region) {
    if (tell_ready() != region->session) {
        /* PMIx has gone since, and come back. */
        return;
    }
    if (region->threads > atomic_load(&largest)) {
        pthread_mutex_lock(&lock);
        if (region->threads > atomic_load(&largest)) {
            bool declared = atomic_load(&largest) != 0 || declare_to_others(region->threads);
            if (declared && tell_resources(region->threads)) {
                atomic_store(&largest, region->threads);
            }
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
