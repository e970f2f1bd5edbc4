// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import org.pmixj.mpi.ffi.MPIConstants;

/** Says which threads of a process may call MPI, {@code MPI_THREAD_SINGLE} and so on. They are in ascending order. */
public enum ThreadLevel {
    /** The process has one thread; a JVM never has, so this library treats it as {@link #FUNNELED}. */
    SINGLE(MPIConstants.MPI_THREAD_SINGLE()),
    /** Only the thread that initialised MPI calls it. Calls of others are refused. */
    FUNNELED(MPIConstants.MPI_THREAD_FUNNELED()),
    /** Any thread calls MPI, but never two at once, which the program ensures. */
    SERIALIZED(MPIConstants.MPI_THREAD_SERIALIZED()),
    /** Any thread calls MPI at any time. */
    MULTIPLE(MPIConstants.MPI_THREAD_MULTIPLE());

    final int code;

    ThreadLevel(int code) {
        this.code = code;
    }

    static ThreadLevel of(int code) {
        for (ThreadLevel level : values()) {
            if (level.code == code) {
                return level;
            }
        }
        throw new IllegalStateException("MPI reports the unknown thread level " + code);
    }
}
