/* SPDX-License-Identifier: Apache-2.0 */
/* One measured operation of loops.c: what is run, how often, the nanoseconds of every iteration, and the CPU time. */
#ifndef PMIXJ_BENCH_PHASE_H
#define PMIXJ_BENCH_PHASE_H

#include "twin.h"

#include <inttypes.h>
#include <time.h>

typedef struct {
    const char *name;
    void (*prepare)(int iteration); /* before the clock starts, or NULL */
    void (*run)(int iteration);     /* NULL where this rank has no peer for it, which only prepares and writes nothing */
    int count;
    int64_t *samples; /* after the last one, the process's CPU time in the second half of the iterations */
} phase_t;

static inline int64_t read_clock(clockid_t clock)
{
    struct timespec time;

    clock_gettime(clock, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static inline int64_t now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

static inline void measure(phase_t *phase)
{
    int64_t cpu = 0;
    int i;

    /* Touched before it is measured. */
    phase->samples = malloc((phase->count + 1) * sizeof *phase->samples);
    if (NULL == phase->samples) {
        check("memory", PMIX_ERR_NOMEM);
    }
    memset(phase->samples, 0, (phase->count + 1) * sizeof *phase->samples);
    /* Nobody has anything left to write while another one measures. */
    check("commit", PMIx_Commit());
    barrier();
    for (i = 0; i < phase->count; i++) {
        int64_t begin;
        if (i == phase->count / 2) {
            cpu = read_clock(CLOCK_PROCESS_CPUTIME_ID);
        }
        if (NULL != phase->prepare) {
            phase->prepare(i);
        }
        if (NULL != phase->run) {
            begin = now();
            phase->run(i);
            phase->samples[i] = now() - begin;
        }
    }
    phase->samples[phase->count] = read_clock(CLOCK_PROCESS_CPUTIME_ID) - cpu;
}

static inline void save(const char *directory, uint32_t rank, const phase_t *phase)
{
    char name[4096];
    FILE *file;

    if (NULL == phase->run) {
        return;
    }
    snprintf(name, sizeof name, "%s/%" PRIu32 ".%s", directory, rank, phase->name);
    file = fopen(name, "wb");
    if (NULL == file || 1 != fwrite(phase->samples, (phase->count + 1) * sizeof *phase->samples, 1, file)
        || 0 != fclose(file)) {
        perror(name);
        check("output", PMIX_ERROR);
    }
}

#endif
