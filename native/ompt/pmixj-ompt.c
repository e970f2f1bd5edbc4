/* SPDX-License-Identifier: Apache-2.0
 *
 * pmixj-ompt: an OMPT tool that tells PMIx of the parallel regions of an OpenMP
 * runtime in the same process. README.md says how it is used.
 */
#define _GNU_SOURCE
#include "internal.h"
#include <omp-tools.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static atomic_ullong regions, told, absent, limited, crowded;
static atomic_ullong next_ns;          /* before that no region is told */
static ompt_get_parallel_info_t parallel_info;

/* ---- which regions are told ------------------------------------------------ */

static unsigned long long now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000ULL + time.tv_nsec;
}

static void count(atomic_ullong *counter) {
    atomic_fetch_add_explicit(counter, 1, memory_order_relaxed);
}

/* 0 or the session of PMIx. */
static uint32_t to_be_told(uint64_t number) {
    if (settings.every > 1 && (number - 1) % settings.every != 0) {
        return 0;
    }
    uint32_t session = tell_ready();
    if (session == 0) {
        count(&absent);
        return 0;
    }
    if (events_crowded()) {
        count(&crowded);
        return 0;
    }
    if (settings.per_second != 0) {
        unsigned long long now = now_ns(), next = atomic_load(&next_ns);
        /* Of threads that come at the same time one is told. */
        if (now < next ||
            !atomic_compare_exchange_strong(&next_ns, &next, now + 1000000000ULL / settings.per_second)) {
            count(&limited);
            return 0;
        }
    }
    return session;
}

/* ---- callbacks ------------------------------------------------------------- */

/* A league of teams is none: it has nobody to wait for. */
static bool is_region(int flags) {
    return (flags & ompt_parallel_league) == 0;
}

static void parallel_begin(ompt_data_t *task, const ompt_frame_t *frame, ompt_data_t *parallel, unsigned requested,
                           int flags, const void *code) {
    (void) task, (void) frame;
    parallel->ptr = NULL;
    if (!is_region(flags)) {
        return;
    }
    uint64_t number = 1 + atomic_fetch_add_explicit(&regions, 1, memory_order_relaxed);
    uint32_t session = to_be_told(number);
    region_t *region = session == 0 ? NULL : malloc(sizeof(*region));
    if (region == NULL) {
        return;
    }
    *region = (region_t) {.number = number, .requested = requested, .code = (uintptr_t) code, .session = session};
    parallel->ptr = region;
}

/* Only now the size of the team is known. Its first thread is the one that has begun the region. */
static void implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t *parallel, ompt_data_t *task, unsigned threads,
                          unsigned index, int flags) {
    (void) task;
    if (endpoint != ompt_scope_begin || index != 0 || (flags & ompt_task_initial) != 0 || parallel == NULL ||
        parallel->ptr == NULL) {
        return;
    }
    region_t *region = parallel->ptr;
    ompt_data_t *at;
    int size;
    region->threads = threads;
    /* 0 is this region; the last is the program itself. */
    while (parallel_info(region->level + 1, &at, &size) != 0) {
        region->level++;
    }
    count(&told);
    tell_entered(region);
}

static void parallel_end(ompt_data_t *parallel, ompt_data_t *task, int flags, const void *code) {
    (void) task, (void) flags, (void) code;
    region_t *region = parallel->ptr;
    if (region == NULL) {
        return;
    }
    parallel->ptr = NULL;
    if (region->threads > 0) {
        tell_exited(region);
    }
    free(region);
}

/* ---- the tool -------------------------------------------------------------- */

/* "LLVM OMP version: 5.0.20140926" is a name and a version. */
static void describe(unsigned omp_version, const char *text) {
    static const char word[] = " version";
    const char *at = strstr(text, word);
    int name = at == NULL ? (int) strlen(text) : (int) (at - text);
    runtime.openmp = omp_version;
    snprintf(runtime.name, sizeof(runtime.name), "%.*s", name, text);
    if (at == NULL) {
        snprintf(runtime.version, sizeof(runtime.version), "%u", omp_version);
    } else {
        at += strlen(word);
        snprintf(runtime.version, sizeof(runtime.version), "%s", at + strspn(at, ": "));
    }
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
    (void) device, (void) data;
    ompt_set_callback_t set = (ompt_set_callback_t) lookup("ompt_set_callback");
    runtime.cpus = (int (*)(void)) lookup("ompt_get_num_procs");
    parallel_info = (ompt_get_parallel_info_t) lookup("ompt_get_parallel_info");
    if (set == NULL || parallel_info == NULL || !tell_start() ||
        set(ompt_callback_parallel_begin, (ompt_callback_t) parallel_begin) != ompt_set_always ||
        set(ompt_callback_implicit_task, (ompt_callback_t) implicit_task) != ompt_set_always ||
        set(ompt_callback_parallel_end, (ompt_callback_t) parallel_end) != ompt_set_always) {
        fprintf(stderr, "pmixj-ompt: %s does not tell of all parallel regions; PMIx is told of none\n", runtime.name);
        return 0;
    }
    /* The thread that would tell is not in the child. */
    pthread_atfork(NULL, NULL, tell_stop);
    return 1;
}

static void finalize(ompt_data_t *data) {
    (void) data;
    tell_stop();
    if (settings.report) {
        fprintf(stderr,
                "pmixj-ompt: %llu parallel regions, %llu told; of the others %llu without PMIx, %llu above the rate, "
                "%llu with too many events pending\n",
                regions, told, absent, limited, crowded);
    }
}

/* What an OpenMP runtime looks for in a tool. */
__attribute__((visibility("default"))) ompt_start_tool_result_t *ompt_start_tool(unsigned omp_version,
                                                                                 const char *runtime_version) {
    static ompt_start_tool_result_t result = {.initialize = initialize, .finalize = finalize};
    settings_read();
    describe(omp_version, runtime_version);
    return &result;
}
