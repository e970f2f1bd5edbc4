/* SPDX-License-Identifier: Apache-2.0 */
/* What omptloops.c and, as a library, the class OmptLoops measure; compiled with -fopenmp, linked to LLVM's runtime. */
#include "omptloops.h"

#include <time.h>

static int64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

void ompt_regions(int64_t *samples, int count, int threads)
{
    int i;

    for (i = 0; i < count; i++) {
        int64_t begin = now();
#pragma omp parallel num_threads(threads)
        __asm__ volatile("" ::: "memory");
        samples[i] = now() - begin;
    }
}
