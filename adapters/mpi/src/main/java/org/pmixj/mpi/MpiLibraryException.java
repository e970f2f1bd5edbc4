// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import org.jspecify.annotations.Nullable;

/**
 * Reports that there is no usable MPI library: it was not found, it is not of MPI's standard ABI, or native access is
 * denied. The message names the library that was tried and how to name another one.
 */
public final class MpiLibraryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates it.
     *
     * @param message what was tried, what is wrong, what to do
     */
    public MpiLibraryException(String message) {
        super(message);
    }

    /**
     * Creates it with a cause.
     *
     * @param message what was tried, what is wrong, what to do
     * @param cause what the JVM said
     */
    public MpiLibraryException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
