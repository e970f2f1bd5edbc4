// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.pmixj.mpi.ffi.MPI;
import org.pmixj.mpi.ffi.MPI_Status;

/** Says what was received: from whom, with which tag, and how much. Immutable. */
public final class Status {
    private final int source;
    private final int tag;
    // The struct, which MPI reads for the count.
    private final long[] raw;

    Status(MemorySegment status) {
        source = MPI_Status.MPI_SOURCE(status);
        tag = MPI_Status.MPI_TAG(status);
        raw = status.toArray(JAVA_LONG);
    }

    /** {@return the rank of the sender} It is negative for {@link Comm#PROC_NULL} and for a request that sent. */
    public int source() {
        return source;
    }

    /** {@return the tag of the message} */
    public int tag() {
        return tag;
    }

    /**
     * Returns how many elements were received.
     *
     * @param type the type that was received
     * @return the number of whole elements
     * @throws MpiException if that is not a whole number
     */
    public long count(Datatype type) {
        Objects.requireNonNull(type, "type");
        Call call = new Call("MPI_Get_count", "a status", Call.NONE, Call.NONE);
        return call.get(each -> {
            MemorySegment.copy(raw, 0, each.status(), JAVA_LONG, 0, raw.length);
            each.check(MPI.MPI_Get_count_c(each.status(), type.handle(), each.out()));
            long count = each.out().get(JAVA_LONG, 0);
            if (count < 0) {
                throw new MpiException(
                        "MPI_Get_count",
                        ErrorClass.TYPE,
                        0,
                        "MPI_Get_count: what was received is not a whole number of elements of " + type
                                + "; ask with the type that was sent");
            }
            return count;
        });
    }

    /** {@return whether the request was cancelled before it was complete} */
    public boolean isCancelled() {
        Call call = new Call("MPI_Test_cancelled", "a status", Call.NONE, Call.NONE);
        return call.get(each -> {
            MemorySegment.copy(raw, 0, each.status(), JAVA_LONG, 0, raw.length);
            each.check(MPI.MPI_Test_cancelled(each.status(), each.out()));
            return each.out().get(JAVA_INT, 0) != 0;
        });
    }

    @Override
    public String toString() {
        return "Status[source=" + source + ", tag=" + tag + "]";
    }
}
