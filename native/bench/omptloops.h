/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PMIXJ_BENCH_OMPTLOOPS_H
#define PMIXJ_BENCH_OMPTLOOPS_H

#include <stdint.h>

/* Empty parallel regions, and the nanoseconds of each. */
void ompt_regions(int64_t *samples, int count, int threads);

#endif
