/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cold [DIRECTORY]
 *
 * The twin of org.pmixj.bench.Cold: init, one group of all, finalize. With DIRECTORY, writes DIRECTORY/RANK.memory,
 * the process's /proc/self/smaps_rollup while all ranks are alive.
 */
#include "twin.h"

#include <inttypes.h>

static void save_memory(const char *directory, uint32_t rank)
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

int main(int argc, char **argv)
{
    pmix_proc_t self, *procs;
    uint32_t size;

    check("init", PMIx_Init(&self, NULL, 0));
    size = job_size(&self);
    procs = all_ranks(&self, size);
    construct("bench-all", procs, size);
    if (argc > 1) {
        save_memory(argv[1], self.rank);
    }
    destruct("bench-all");
    free(procs);
    check("finalize", PMIx_Finalize(NULL, 0));
    return 0;
}
