// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import org.pmixj.mpi.ffi.MPIConstants;

/** Lists the classes of errors that MPI reports, {@code MPI_ERR_BUFFER} and so on. */
public enum ErrorClass {
    /** {@code MPI_ERR_BUFFER}. */
    BUFFER(MPIConstants.MPI_ERR_BUFFER(), ""),
    /** {@code MPI_ERR_COUNT}. */
    COUNT(MPIConstants.MPI_ERR_COUNT(), ""),
    /** {@code MPI_ERR_TYPE}. */
    TYPE(MPIConstants.MPI_ERR_TYPE(), ""),
    /** {@code MPI_ERR_TAG}. */
    TAG(MPIConstants.MPI_ERR_TAG(), ""),
    /** {@code MPI_ERR_COMM}. */
    COMM(MPIConstants.MPI_ERR_COMM(), ""),
    /** {@code MPI_ERR_RANK}. */
    RANK(MPIConstants.MPI_ERR_RANK(), ""),
    /** {@code MPI_ERR_REQUEST}. */
    REQUEST(MPIConstants.MPI_ERR_REQUEST(), ""),
    /** {@code MPI_ERR_ROOT}. */
    ROOT(MPIConstants.MPI_ERR_ROOT(), ""),
    /** {@code MPI_ERR_GROUP}. */
    GROUP(MPIConstants.MPI_ERR_GROUP(), ""),
    /** {@code MPI_ERR_OP}. */
    OP(MPIConstants.MPI_ERR_OP(), ""),
    /** {@code MPI_ERR_TOPOLOGY}. */
    TOPOLOGY(MPIConstants.MPI_ERR_TOPOLOGY(), ""),
    /** {@code MPI_ERR_DIMS}. */
    DIMS(MPIConstants.MPI_ERR_DIMS(), ""),
    /** {@code MPI_ERR_ARG}. */
    ARG(MPIConstants.MPI_ERR_ARG(), ""),
    /** {@code MPI_ERR_UNKNOWN}. */
    UNKNOWN(MPIConstants.MPI_ERR_UNKNOWN(), ""),
    /** {@code MPI_ERR_TRUNCATE}. */
    TRUNCATE(MPIConstants.MPI_ERR_TRUNCATE(), "receive into a larger buffer, or probe for the size first"),
    /** {@code MPI_ERR_OTHER}. */
    OTHER(MPIConstants.MPI_ERR_OTHER(), ""),
    /** {@code MPI_ERR_INTERN}. */
    INTERN(MPIConstants.MPI_ERR_INTERN(), ""),
    /** {@code MPI_ERR_PENDING}. */
    PENDING(MPIConstants.MPI_ERR_PENDING(), ""),
    /** {@code MPI_ERR_IN_STATUS}. */
    IN_STATUS(MPIConstants.MPI_ERR_IN_STATUS(), ""),
    /** {@code MPI_ERR_ACCESS}. */
    ACCESS(MPIConstants.MPI_ERR_ACCESS(), ""),
    /** {@code MPI_ERR_AMODE}. */
    AMODE(MPIConstants.MPI_ERR_AMODE(), ""),
    /** {@code MPI_ERR_ASSERT}. */
    ASSERT(MPIConstants.MPI_ERR_ASSERT(), ""),
    /** {@code MPI_ERR_BASE}. */
    BASE(MPIConstants.MPI_ERR_BASE(), ""),
    /** {@code MPI_ERR_DISP}. */
    DISP(MPIConstants.MPI_ERR_DISP(), ""),
    /** {@code MPI_ERR_INFO_KEY}. */
    INFO_KEY(MPIConstants.MPI_ERR_INFO_KEY(), ""),
    /** {@code MPI_ERR_INFO_NOKEY}. */
    INFO_NOKEY(MPIConstants.MPI_ERR_INFO_NOKEY(), ""),
    /** {@code MPI_ERR_INFO_VALUE}. */
    INFO_VALUE(MPIConstants.MPI_ERR_INFO_VALUE(), ""),
    /** {@code MPI_ERR_INFO}. */
    INFO(MPIConstants.MPI_ERR_INFO(), ""),
    /** {@code MPI_ERR_KEYVAL}. */
    KEYVAL(MPIConstants.MPI_ERR_KEYVAL(), ""),
    /** {@code MPI_ERR_LOCKTYPE}. */
    LOCKTYPE(MPIConstants.MPI_ERR_LOCKTYPE(), ""),
    /** {@code MPI_ERR_NAME}. */
    NAME(MPIConstants.MPI_ERR_NAME(), "publish or open the port before, and pass its name unchanged"),
    /** {@code MPI_ERR_NO_MEM}. */
    NO_MEM(MPIConstants.MPI_ERR_NO_MEM(), "use less memory, or give the process more"),
    /** {@code MPI_ERR_PORT}. */
    PORT(MPIConstants.MPI_ERR_PORT(), "pass the name of an open port"),
    /** {@code MPI_ERR_RMA_ATTACH}. */
    RMA_ATTACH(MPIConstants.MPI_ERR_RMA_ATTACH(), ""),
    /** {@code MPI_ERR_RMA_CONFLICT}. */
    RMA_CONFLICT(MPIConstants.MPI_ERR_RMA_CONFLICT(), ""),
    /** {@code MPI_ERR_RMA_RANGE}. */
    RMA_RANGE(MPIConstants.MPI_ERR_RMA_RANGE(), ""),
    /** {@code MPI_ERR_RMA_SHARED}. */
    RMA_SHARED(MPIConstants.MPI_ERR_RMA_SHARED(), ""),
    /** {@code MPI_ERR_RMA_SYNC}. */
    RMA_SYNC(MPIConstants.MPI_ERR_RMA_SYNC(), "call it inside an epoch: between two fences, or lock and unlock"),
    /** {@code MPI_ERR_SERVICE}. */
    SERVICE(MPIConstants.MPI_ERR_SERVICE(), ""),
    /** {@code MPI_ERR_SIZE}. */
    SIZE(MPIConstants.MPI_ERR_SIZE(), ""),
    /** {@code MPI_ERR_SPAWN}. */
    SPAWN(MPIConstants.MPI_ERR_SPAWN(), "check that the command exists on the nodes and that there are free slots"),
    /** {@code MPI_ERR_UNSUPPORTED_OPERATION}. */
    UNSUPPORTED_OPERATION(MPIConstants.MPI_ERR_UNSUPPORTED_OPERATION(), "this MPI library does not have it"),
    /** {@code MPI_ERR_WIN}. */
    WIN(MPIConstants.MPI_ERR_WIN(), ""),
    /** {@code MPI_ERR_RMA_FLAVOR}. */
    RMA_FLAVOR(MPIConstants.MPI_ERR_RMA_FLAVOR(), ""),
    /** {@code MPI_ERR_PROC_ABORTED}. */
    PROC_ABORTED(
            MPIConstants.MPI_ERR_PROC_ABORTED(),
            "a process of the communicator has ended; this communicator cannot be used any more"),
    /** {@code MPI_ERR_VALUE_TOO_LARGE}. */
    VALUE_TOO_LARGE(MPIConstants.MPI_ERR_VALUE_TOO_LARGE(), ""),
    /** {@code MPI_ERR_SESSION}. */
    SESSION(MPIConstants.MPI_ERR_SESSION(), ""),
    /** {@code MPI_ERR_ERRHANDLER}. */
    ERRHANDLER(MPIConstants.MPI_ERR_ERRHANDLER(), ""),
    /** {@code MPI_ERR_ABI}. */
    ABI(MPIConstants.MPI_ERR_ABI(), ""),
    /** A class that the standard does not have, such as those for failed processes of some libraries. */
    OF_THE_LIBRARY(-1, "");

    private final int code;
    private final String remedy;

    ErrorClass(int code, String remedy) {
        this.code = code;
        this.remedy = remedy;
    }

    /** Returns what to do, or nothing. */
    String remedy() {
        return remedy;
    }

    static ErrorClass of(int code) {
        for (ErrorClass each : values()) {
            if (each.code == code) {
                return each;
            }
        }
        return OF_THE_LIBRARY;
    }
}
