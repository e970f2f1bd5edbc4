/* SPDX-License-Identifier: Apache-2.0 */
/* The events of loops.c: one handler, and notifications that are over when it has been called. */
#ifndef PMIXJ_BENCH_EVENTS_H
#define PMIXJ_BENCH_EVENTS_H

#include "phase.h"

#include <pthread.h>

#define EVENT (PMIX_EXTERNAL_ERR_BASE - 7001)

static pmix_proc_t me;
static pmix_proc_t near_pair; /* the other one of a pair on this node, this rank itself if there is none */
static pmix_proc_t far_pair;  /* and of one on two nodes */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int64_t told = -1; /* the number of the last event */

/* On a node the first with the second, and so on; between nodes an even rank with the next one. */
static inline void find_pairs(const pmix_proc_t *self, uint32_t size, const bool *local)
{
    uint32_t rank, other = self->rank ^ 1, unpaired = size;

    me = near_pair = far_pair = *self;
    for (rank = 0; rank < size; rank++) {
        if (local[rank] && unpaired == size) {
            unpaired = rank;
        } else if (local[rank]) {
            near_pair.rank = rank == self->rank ? unpaired : unpaired == self->rank ? rank : near_pair.rank;
            unpaired = size;
        }
    }
    if (other < size && !local[other]) {
        far_pair.rank = other;
    }
}

static inline void handle(size_t handler, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[],
                          size_t count, pmix_info_t results[], size_t result_count,
                          pmix_event_notification_cbfunc_fn_t done, void *cbdata)
{
    size_t i;

    (void) handler, (void) code, (void) source, (void) results, (void) result_count;
    pthread_mutex_lock(&lock);
    for (i = 0; i < count; i++) {
        if (0 == strcmp("bench.number", infos[i].key) && PMIX_INT64 == infos[i].value.type) {
            told = infos[i].value.data.int64;
        }
    }
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    done(PMIX_EVENT_NO_ACTION_TAKEN, NULL, 0, NULL, NULL, cbdata);
}

static inline void register_handler(void)
{
    pmix_status_t code = EVENT;
    pmix_status_t number = PMIx_Register_event_handler(&code, 1, NULL, 0, handle, NULL, NULL);

    check("registration", number < 0 ? number : PMIX_SUCCESS);
}

static inline void await(int64_t number)
{
    pthread_mutex_lock(&lock);
    while (told != number) {
        pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
}

/* To some processes, or to this one if there are none; with what the Java layer passes. */
static inline void notify_all(int64_t number, const pmix_proc_t *procs, size_t size)
{
    pmix_info_t infos[4];
    pmix_data_array_t targets = {.type = PMIX_PROC, .size = size, .array = (void *) procs};
    pmix_data_range_t range = 0 == size ? PMIX_RANGE_PROC_LOCAL : PMIX_RANGE_CUSTOM;
    size_t count = 3;
    bool yes = true;

    PMIx_Info_load(&infos[0], PMIX_EVENT_NON_DEFAULT, &yes, PMIX_BOOL);
    PMIx_Info_load(&infos[1], PMIX_EVENT_DO_NOT_CACHE, &yes, PMIX_BOOL);
    PMIx_Info_load(&infos[2], "bench.number", &number, PMIX_INT64);
    if (0 != size) {
        PMIx_Info_load(&infos[count++], PMIX_EVENT_CUSTOM_RANGE, &targets, PMIX_DATA_ARRAY);
    }
    check("notify", PMIx_Notify_event(EVENT, &me, range, infos, count, NULL, NULL));
    if (0 != size) {
        PMIx_Info_destruct(&infos[3]);
    }
}

static inline void notify(int64_t number, const pmix_proc_t *target)
{
    notify_all(number, target, NULL == target ? 0 : 1);
}

static inline void event_self(int iteration)
{
    notify(iteration, NULL);
    await(iteration);
}

/* --- to another and back: one of a pair asks, the other one, which measures nothing, answers ---------------------- */

static inline bool asks(const pmix_proc_t *peer)
{
    return me.rank < peer->rank;
}

static inline bool answers(const pmix_proc_t *peer)
{
    return me.rank > peer->rank;
}

static inline void ask(const pmix_proc_t *peer, int iteration)
{
    notify(iteration, peer);
    await(iteration);
}

static inline void answer(const pmix_proc_t *peer, int iteration)
{
    await(iteration);
    notify(iteration, peer);
}

static inline void ask_near_pair(int iteration)
{
    ask(&near_pair, iteration);
}

static inline void answer_near(int iteration)
{
    answer(&near_pair, iteration);
}

static inline void ask_far_pair(int iteration)
{
    ask(&far_pair, iteration);
}

static inline void answer_far(int iteration)
{
    answer(&far_pair, iteration);
}

#endif
