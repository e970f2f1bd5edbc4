/* SPDX-License-Identifier: Apache-2.0
 *
 * mpi-half: the native half of a rank in Java that also is a rank of MPI: MPI
 * traffic, also from within parallel regions of OpenMP. What a function returns
 * is negative for an error.
 */
#include <mpi.h>
#include <omp.h>

int half_init(int multiple) {
    int provided, wanted = multiple ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE;
    return MPI_Init_thread(NULL, NULL, wanted, &provided) == MPI_SUCCESS && provided == wanted ? 0 : -1;
}

int half_is_initialized(void) {
    int flag;
    return MPI_Initialized(&flag) == MPI_SUCCESS ? flag : -1;
}

int half_rank(void) {
    int rank;
    return MPI_Comm_rank(MPI_COMM_WORLD, &rank) == MPI_SUCCESS ? rank : -1;
}

/* The sum of what each rank gives, where each first adds up its own in a parallel region. */
int half_sum(int own, int threads) {
    int mine = 0, sum = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : mine)
    for (int i = 0; i < own; i++) {
        mine++;
    }
    return MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD) == MPI_SUCCESS ? sum : -1;
}

/* Sends a number around all ranks, each of which adds one. */
int half_ring(int rounds) {
    int rank, size, number = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < rounds; i++) {
        if (rank > 0) {
            MPI_Recv(&number, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        number++;
        MPI_Send(&number, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
        if (rank == 0) {
            MPI_Recv(&number, 1, MPI_INT, size - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    return number;
}

int half_finalize(void) {
    return MPI_Finalize() == MPI_SUCCESS ? 0 : -1;
}
