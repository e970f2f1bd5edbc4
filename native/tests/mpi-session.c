/* SPDX-License-Identifier: Apache-2.0
 *
 * mpi-session PSET: a rank of MPI by a session, whose peers are those of a
 * process set. Prints "RANK of SIZE: sum SUM", of what each has given.
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char *argv[]) {
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    int rank, size, own, sum = 0;
    if (argc != 2 || MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session) != MPI_SUCCESS ||
        MPI_Group_from_session_pset(session, argv[1], &group) != MPI_SUCCESS ||
        MPI_Comm_create_from_group(group, "mpi-session", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm) != MPI_SUCCESS) {
        fprintf(stderr, "mpi-session: no communicator\n");
        return 1;
    }
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    own = rank + 1;
    MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, comm);
    printf("%d of %d: sum %d\n", rank, size, sum);
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    return MPI_Session_finalize(&session) != MPI_SUCCESS;
}
