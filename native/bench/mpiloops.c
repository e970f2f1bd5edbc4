/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mpiloops OUTPUT WARMUP ITERATIONS
 *
 * Ping-pong of ranks 0 and 1, and MPI_Allreduce of doubles by all ranks, of several sizes: the twin of MpiLoops.java.
 * Writes OUTPUT/RANK.OPERATION.BYTES with the nanoseconds of each iteration, and the CPU time of the second half of them.
 * Only rank 0 writes those of the ping-pong. Large messages take fewer iterations.
 */
#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int rank, size;
static double *from, *to;

static int64_t read_clock(clockid_t clock)
{
    struct timespec time;

    clock_gettime(clock, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void ping_pong(int count)
{
    if (0 == rank) {
        MPI_Send(from, count, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD);
        MPI_Recv(to, count, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (1 == rank) {
        MPI_Recv(to, count, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(to, count, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
    }
}

static void reduce(int count)
{
    MPI_Allreduce(from, to, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void measure(const char *directory, const char *operation, void (*run)(int), int bytes, int iterations, int writes)
{
    int64_t *samples = calloc(iterations + 1, sizeof *samples), cpu = 0;
    char name[4096];
    FILE *file;

    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < iterations; i++) {
        if (i == iterations / 2) {
            cpu = read_clock(CLOCK_PROCESS_CPUTIME_ID);
        }
        int64_t begin = read_clock(CLOCK_MONOTONIC);
        run(bytes / (int) sizeof(double));
        samples[i] = read_clock(CLOCK_MONOTONIC) - begin;
    }
    samples[iterations] = read_clock(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    if (writes) {
        snprintf(name, sizeof name, "%s/%d.%s.%d", directory, rank, operation, bytes);
        file = fopen(name, "wb");
        if (NULL == file || 1 != fwrite(samples, (iterations + 1) * sizeof *samples, 1, file) || 0 != fclose(file)) {
            perror(name);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
    free(samples);
}

int main(int argc, char **argv)
{
    static const int messages[] = {8, 1024, 1048576}, reductions[] = {8, 65536};
    int level;

    if (4 != argc) {
        fprintf(stderr, "usage: mpiloops OUTPUT WARMUP ITERATIONS\n");
        return 2;
    }
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    from = calloc(1, 1048576);
    to = calloc(1, 1048576);
    int all = atoi(argv[2]) + atoi(argv[3]);
    for (int i = 0; i < 3; i++) {
        measure(argv[1], "pingpong", ping_pong, messages[i], messages[i] > 65536 ? all / 10 : all, 0 == rank);
    }
    for (int i = 0; i < 2; i++) {
        from[0] = rank + 1;
        measure(argv[1], "allreduce", reduce, reductions[i], all, 1);
        if (to[0] != size * (size + 1) / 2) {
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
    MPI_Finalize();
    return 0;
}
