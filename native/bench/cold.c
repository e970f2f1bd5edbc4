/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cold [DIRECTORY]
 *
 * The twin of org.pmixj.bench.Cold: init, one group of all, finalize. With DIRECTORY, writes DIRECTORY/RANK.memory,
 * the process's /proc/self/smaps_rollup while all ranks are alive.
 */
#include "memory.h"

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
