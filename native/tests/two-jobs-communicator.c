/* SPDX-License-Identifier: Apache-2.0
 *
 * Two ranks spawn a third one, of another job, and create a communicator from the group of all three. */
#include <mpi.h>
#include <stdio.h>

static int sum_of(MPI_Comm comm) {
    int one = 1;
    int sum = 0;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    return sum;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm other;
    MPI_Comm_get_parent(&other);
    int is_spawned = other != MPI_COMM_NULL;
    if (!is_spawned) {
        int error;
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other, &error);
    }
    MPI_Comm merged;
    MPI_Intercomm_merge(other, is_spawned, &merged);
    printf("merged: %d\n", sum_of(merged));
    fflush(stdout);
    MPI_Group group;
    MPI_Comm_group(merged, &group);
    MPI_Comm made = MPI_COMM_NULL;
    if (MPI_Comm_create_from_group(group, "two-jobs", MPI_INFO_NULL, MPI_ERRORS_RETURN, &made) == MPI_SUCCESS) {
        printf("created: %d\n", sum_of(made));
        fflush(stdout);
    }
    MPI_Finalize();
    return 0;
}
