/* SPDX-License-Identifier: Apache-2.0 */
/* Writes DIRECTORY/RANK.memory, the process's /proc/self/smaps_rollup. */
#ifndef PMIXJ_BENCH_MEMORY_H
#define PMIXJ_BENCH_MEMORY_H

#include "twin.h"

#include <inttypes.h>

static inline void save_memory(const char *directory, uint32_t rank)
{
    char name[4096], buffer[8192];
    size_t length;
    FILE *from, *to;

    snprintf(name, sizeof name, "%s/%" PRIu32 ".memory", directory, rank);
    from = fopen("/proc/self/smaps_rollup", "r");
    to = fopen(name, "w");
    if (NULL == from || NULL == to) {
        perror(name);
        check("output", PMIX_ERROR);
    }
    while (0 < (length = fread(buffer, 1, sizeof buffer, from))) {
        fwrite(buffer, 1, length, to);
    }
    fclose(from);
    fclose(to);
}

#endif
