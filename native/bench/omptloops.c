/* SPDX-License-Identifier: Apache-2.0 */
/* omptloops OUTPUT WARMUP ITERATIONS THREADS [alone]
 *
 * The twin of the class OmptLoops: parallel regions of OpenMP in a rank, or, alone, in a process that leaves PMIx
 * uninitialised. Writes OUTPUT/0.regions, the nanoseconds of every one, the warm-up's first.
 */
#include "twin.h"

#include "omptloops.h"

int main(int argc, char **argv)
{
    pmix_proc_t self;
    int64_t *samples;
    size_t count;
    char name[4096];
    FILE *file;
    int alone = 6 == argc && 0 == strcmp("alone", argv[5]);

    if (5 != argc && !alone) {
        fprintf(stderr, "usage: omptloops OUTPUT WARMUP ITERATIONS THREADS [alone]\n");
        return 2;
    }
    if (!alone) {
        check("init", PMIx_Init(&self, NULL, 0));
    }
    count = atoi(argv[2]) + atoi(argv[3]);
    samples = calloc(count, sizeof *samples);
    if (NULL == samples) {
        check("memory", PMIX_ERR_NOMEM);
    }
    ompt_regions(samples, (int) count, atoi(argv[4]));
    snprintf(name, sizeof name, "%s/0.regions", argv[1]);
    file = fopen(name, "wb");
    if (NULL == file || count != fwrite(samples, sizeof *samples, count, file) || 0 != fclose(file)) {
        perror(name);
        check("output", PMIX_ERROR);
    }
    if (!alone) {
        check("finalize", PMIx_Finalize(NULL, 0));
    }
    return 0;
}
