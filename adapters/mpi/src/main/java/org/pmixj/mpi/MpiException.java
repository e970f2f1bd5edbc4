// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import org.jspecify.annotations.Nullable;

/**
 * Reports that an MPI function has failed, or a reduction in Java that it called. The message has the function, the peer,
 * MPI's own words and, where there is one, a remedy.
 */
public final class MpiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The class of the error. */
    private final ErrorClass errorClass;
    /** The code that MPI returned. */
    private final int code;
    /** The name of the function. */
    private final String operation;

    MpiException(String operation, ErrorClass errorClass, int code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.operation = operation;
        this.errorClass = errorClass;
        this.code = code;
    }

    /** {@return the class of the error} */
    public ErrorClass errorClass() {
        return errorClass;
    }

    /** {@return the code that MPI returned, which means something to the library in use only} 0 for a reduction in Java. */
    public int code() {
        return code;
    }

    /** {@return the function that failed, such as {@code MPI_Recv}} */
    public String operation() {
        return operation;
    }
}
