/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of ULFM for an MPI library of the standard ABI that lacks them, as they behave while no process fails. */
#include <mpi.h>

int MPIX_Comm_revoke(MPI_Comm comm);
int MPIX_Comm_is_revoked(MPI_Comm comm, int *flag);
int MPIX_Comm_agree(MPI_Comm comm, int *flag);
int MPIX_Comm_shrink(MPI_Comm comm, MPI_Comm *alive);

static MPI_Comm revoked;

int MPIX_Comm_revoke(MPI_Comm comm)
{
    revoked = comm;
    return MPI_SUCCESS;
}

int MPIX_Comm_is_revoked(MPI_Comm comm, int *flag)
{
    *flag = comm == revoked;
    return MPI_SUCCESS;
}

int MPIX_Comm_agree(MPI_Comm comm, int *flag)
{
    return MPI_Allreduce(MPI_IN_PLACE, flag, 1, MPI_INT, MPI_BAND, comm);
}

int MPIX_Comm_shrink(MPI_Comm comm, MPI_Comm *alive)
{
    return MPI_Comm_dup(comm, alive);
}
