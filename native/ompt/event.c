/* SPDX-License-Identifier: Apache-2.0
 *
 * An event on its way to libpmix, which takes it on its own thread.
 */
#include "internal.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INFOS = 12 };

/* Freed when libpmix has taken what is in it; the strings are not its own. */
struct event {
    uint32_t session;
    size_t n;
    pmix_info_t infos[MOST_INFOS];
};

/* The last session, 0 before the first, in the upper half; how many events are on their way in it, in the lower. */
static atomic_ullong state;
static pthread_key_t taker;            /* in libpmix's thread: the last session it has taken an event of */
static void (*over)(uint32_t session);

/* All processes of the own namespace, which PMIX_RANGE_NAMESPACE is not. */
static pmix_proc_t job = {.rank = PMIX_RANK_WILDCARD};
static atomic_bool alone;              /* without a launcher there is no server to tell others */

/* ---- what is in it --------------------------------------------------------- */

event_t *event_new(void) {
    event_t *event = malloc(sizeof(*event));
    if (event != NULL) {
        event->session = 0;
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

void event_string(event_t *event, const char *key, const char *value) {
    if (value != NULL) {
        add(event, key, PMIX_STRING)->data.string = (char *) value;
    }
}

void event_number(event_t *event, const char *key, uint64_t value) {
    add(event, key, PMIX_UINT64)->data.uint64 = value;
}

void event_number32(event_t *event, const char *key, uint32_t value) {
    add(event, key, PMIX_UINT32)->data.uint32 = value;
}

void event_true(event_t *event, const char *key) {
    add(event, key, PMIX_BOOL)->data.flag = true;
}

/* ---- sending it ------------------------------------------------------------ */

static void taken(pmix_status_t status, void *data) {
    event_t *event = data;
    void *of = (void *) (uintptr_t) event->session;
    unsigned long long now = atomic_load(&state);
    while (now >> 32 == event->session && !atomic_compare_exchange_weak(&state, &now, now - 1)) {
    }
    free(event);
    if (status == PMIX_SUCCESS && pthread_getspecific(taker) != of) {
        pthread_setspecific(taker, of);
    }
}

pmix_data_range_t event_widest(void) {
    return atomic_load(&alone) ? PMIX_RANGE_PROC_LOCAL : settings.range;
}

bool event_send(pmix_status_t code, pmix_data_range_t range, event_t *event) {
    /* Open MPI's default handler ends the process. */
    event_true(event, PMIX_EVENT_NON_DEFAULT);
    if (range == PMIX_RANGE_CUSTOM) {
        add(event, PMIX_EVENT_CUSTOM_RANGE, PMIX_PROC)->data.proc = &job;
    }
    event->session = (uint32_t) (atomic_fetch_add(&state, 1) >> 32);
    pmix_status_t status = pmix_notify(code, NULL, range, event->infos, event->n, taken, event);
    if (status != PMIX_SUCCESS) {
        taken(status, event);
    }
    return status == PMIX_SUCCESS;
}

bool events_crowded(void) {
    return (uint32_t) atomic_load(&state) >= settings.pending;
}

/* ---- sessions -------------------------------------------------------------- */

/* libpmix's thread ends when PMIx is finalized. */
static void thread_ends(void *of) {
    over((uint32_t) (uintptr_t) of);
}

bool events_start(void (*when_over)(uint32_t session)) {
    over = when_over;
    return pthread_key_create(&taker, thread_ends) == 0;
}

uint32_t events_begin(void) {
    static bool said;
    const char *name = getenv("PMIX_NAMESPACE");
    /* Nobody else changes the upper half. */
    uint32_t number = 1 + (uint32_t) (atomic_load(&state) >> 32);
    atomic_store(&state, (unsigned long long) number << 32);
    atomic_store(&alone, name == NULL || strlen(name) > PMIX_MAX_NSLEN);
    if (!atomic_load(&alone)) {
        strcpy(job.nspace, name);
    } else if (settings.range != PMIX_RANGE_PROC_LOCAL && !said) {
        said = true;
        fprintf(stderr, "pmixj-ompt: PMIXJ_OMPT_RANGE=%s needs a launcher; only the own process is told\n",
                settings.range == PMIX_RANGE_LOCAL ? "node" : "job");
    }
    return number;
}
