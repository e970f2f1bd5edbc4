/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mpireduce OUTPUT WARMUP ITERATIONS
 *
 * Has MPI_Allreduce compute the largest number of all ranks, a tenth of ITERATIONS times, beside the reductions of
 * grouploops. Writes OUTPUT/RANK.reduce as grouploops does.
 */
#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { TENTH = 10 };

static int64_t read_clock(clockid_t clock)
{
    struct timespec time;

    clock_gettime(clock, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

int main(int argc, char **argv)
{
    char name[4096];
    int rank, size;

    if (4 != argc) {
        fprintf(stderr, "usage: mpireduce OUTPUT WARMUP ITERATIONS\n");
        return 2;
    }
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int count = atoi(argv[2]) / TENTH + atoi(argv[3]) / TENTH;
    int64_t *samples = calloc(count + 1, sizeof *samples), cpu = 0;
    for (int i = 0; i < count; i++) {
        int64_t number = (int64_t) rank + i, largest = 0;
        if (i == count / 2) {
            cpu = read_clock(CLOCK_PROCESS_CPUTIME_ID);
        }
        int64_t begin = read_clock(CLOCK_MONOTONIC);
        MPI_Allreduce(&number, &largest, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
        samples[i] = read_clock(CLOCK_MONOTONIC) - begin;
        if ((int64_t) size - 1 + i != largest) {
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
    samples[count] = read_clock(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    snprintf(name, sizeof name, "%s/%d.reduce", argv[1], rank);
    FILE *file = fopen(name, "wb");
    if (NULL == file || 1 != fwrite(samples, (count + 1) * sizeof *samples, 1, file) || 0 != fclose(file)) {
        perror(name);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
