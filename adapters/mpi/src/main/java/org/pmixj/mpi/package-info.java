// SPDX-License-Identifier: Apache-2.0
/**
 * MPI by the standard ABI of MPI 5: one JAR for Open MPI 6, MPICH 5, and whatever else has a {@code libmpi_abi.so.1}.
 * {@link org.pmixj.mpi.Mpi} initialises it, a {@link org.pmixj.mpi.Comm} has MPI's operations under MPI's names, and a
 * {@link org.pmixj.mpi.Buf} says which memory they read or write. {@link org.pmixj.mpi.Comm#of} makes a communicator of
 * the members of a PMIx group.
 *
 * <p>What is wrong with an argument is reported before MPI is called: {@link java.lang.NullPointerException}, {@link
 * java.lang.IllegalArgumentException} for ranks, tags, counts, types and buffers that do not fit, {@link
 * java.lang.IllegalStateException} for what was freed, and for calls before init and after finalize. What MPI reports
 * itself is an {@link org.pmixj.mpi.MpiException}. MPI itself cannot tell everything: if the ranks call different
 * collectives, or with different roots or counts, they may hang or receive wrong data.
 */
package org.pmixj.mpi;
