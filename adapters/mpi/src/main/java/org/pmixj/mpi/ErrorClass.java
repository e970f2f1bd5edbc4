// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    /** {@code MPI_ERR_PROC_FAILED} of libraries that go on when a process fails (ULFM). */
    PROC_FAILED(
            -1,
            "a process has failed; go on with a communicator of the others, by shrink(), or by Comm.of() a PMIx group of them"),
    /**
     * {@code MPI_ERR_PROC_FAILED_PENDING} of the same libraries: a process has failed that might have sent to a receive from
     * any source. The receive is still in progress, and MPI may write to its buffer.
     */
    PROC_FAILED_PENDING(
            -1,
            "a process has failed that might have sent; the receive is still in progress, so leave its buffer alone, and"
                    + " receive by a communicator of the others"),
    /** {@code MPI_ERR_REVOKED} of the same libraries. */
    REVOKED(-1, "a process has called revoke(); create another communicator, as by shrink()"),
    /** A class that neither the standard nor ULFM has. */
    OF_THE_LIBRARY(-1, "");

    private static final Pattern IN_TEXT = Pattern.compile("\\bMPIX?_ERR_(PROC_FAILED|PROC_FAILED_PENDING|REVOKED)\\b");

    private final int code;
    /** Says what to do, if there is something. */
    final String remedy;

    ErrorClass(int code, String remedy) {
        this.code = code;
        this.remedy = remedy;
    }

    /** Returns the class of an error. The ABI has no numbers for those of ULFM, but libraries name them in their text. */
    static ErrorClass of(int code, String words) {
        for (ErrorClass each : values()) {
            if (each.code == code) {
                return each;
            }
        }
        Matcher name = IN_TEXT.matcher(words);
        return name.find() ? valueOf(name.group(1)) : OF_THE_LIBRARY;
    }
}
