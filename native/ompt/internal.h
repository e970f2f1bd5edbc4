/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PMIXJ_OMPT_INTERNAL_H
#define PMIXJ_OMPT_INTERNAL_H

#include <pmix.h>
#include <stdbool.h>
#include <stdint.h>

/* ---- settings.c: what the environment asks for ---------------------------- */

typedef struct {
    uint64_t every;          /* every so manieth region is told */
    uint64_t per_second;     /* the most regions told in a second, 0 is any number */
    uint64_t pending;        /* the most events that libpmix has yet to take */
    pmix_data_range_t range; /* who is told */
    const char *phase;       /* PMIX_MODEL_PHASE_NAME, or NULL */
    bool report;             /* one line of counts at the end */
} settings_t;

extern settings_t settings;

void settings_read(void);

/* ---- libpmix.c: the libpmix of the process --------------------------------- */

typedef pmix_status_t (*notify_fn)(pmix_status_t, const pmix_proc_t *, pmix_data_range_t, const pmix_info_t *, size_t,
                                   pmix_op_cbfunc_t, void *);

/* Whether it is there, and its functions with it. */
bool libpmix_found(void);

extern int (*pmix_initialized)(void);
extern notify_fn pmix_notify;

/* ---- event.c: events on their way to libpmix ------------------------------- */

typedef struct event event_t;

/* When PMIx has ended, over is told which session that was, on libpmix's thread. False if there are no means to. */
bool events_start(void (*over)(uint32_t session));

/* A new session, from 1; events from now on are of this one. Not by several threads at once. */
uint32_t events_begin(void);

/* Whether more events are on their way than are allowed. */
bool events_crowded(void);

/* NULL, or one to be sent. */
event_t *event_new(void);

/* With nothing if it is NULL. The value is not copied. */
void event_string(event_t *event, const char *key, const char *value);
void event_number(event_t *event, const char *key, uint64_t value);
void event_number32(event_t *event, const char *key, uint32_t value);
void event_true(event_t *event, const char *key);

/* Who can be told, of those who are to be. */
pmix_data_range_t event_widest(void);

/* Whether libpmix takes it, in the order of the calls. It is not to be used again. */
bool event_send(pmix_status_t code, pmix_data_range_t range, event_t *event);

/* ---- tell.c: telling PMIx -------------------------------------------------- */

/* The OpenMP runtime that has loaded the tool. */
typedef struct {
    char name[128], version[64];
    uint32_t openmp;         /* the version of OpenMP, a date */
    int (*cpus)(void);       /* hardware threads it may use; not known before the first region */
} runtime_t;

extern runtime_t runtime;

/* What is told of a region, when it is entered and when it is left. */
typedef struct {
    uint64_t number;         /* of all regions of the process, from 1 */
    uint64_t requested;      /* threads asked for */
    uint64_t threads;        /* threads it has */
    uint64_t code;           /* where in the program it is */
    uint32_t level;          /* 1 is not nested */
    uint32_t session;        /* of PMIx, as tell_ready said; an exit is told in the same one */
} region_t;

/* False if there are no means to. */
bool tell_start(void);

/* Whether PMIx can be told now, and in which session: from one initialisation to its end. Declares the model if this
 * is news. 0 is no. */
uint32_t tell_ready(void);

void tell_entered(const region_t *region);
void tell_exited(const region_t *region);

/* Nothing more is told. */
void tell_stop(void);

#endif
