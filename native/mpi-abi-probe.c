/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prints what an installed mpi.h of MPI's standard ABI says of every constant, and of the status, that the generated
 * bindings of ../adapters/mpi know. MpiAbiProbeIT there writes mpi-abi-symbols.h and mpi-abi-prototypes.h from the
 * generated classes, compiles this with the header of each MPI, runs it, and compares. A prototype that differs does not
 * compile.
 */
#include <mpi.h>

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "mpi-abi-prototypes.h"

#define STRUCT(type) printf("struct " #type " %zu %zu\n", sizeof(type), _Alignof(type));
#define MEMBER(type, member) printf("member " #type "." #member " %zu\n", offsetof(type, member));
#define NUMBER(name) printf("constant " #name " %lld\n", (long long) (intptr_t) (name));

int main(void)
{
#include "mpi-abi-symbols.h"
    return 0;
}
