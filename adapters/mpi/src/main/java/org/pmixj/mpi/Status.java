// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Objects;
import org.pmixj.mpi.ffi.MPI;
import org.pmixj.mpi.ffi.MPI_Status;

/** Says what was received: from whom, with which tag, and how much. Immutable. */
public final class Status {
    // The struct, of which MPI reads all for the count.
    private final long first;
    private final long second;
    private final long third;
    private final long fourth;

    Status(MemorySegment status) {
        first = status.get(JAVA_LONG, 0);
        second = status.get(JAVA_LONG, 8);
        third = status.get(JAVA_LONG, 16);
        fourth = status.get(JAVA_LONG, 24);
    }

    private MemorySegment in(Call call) {
        MemorySegment status = call.status();
        status.set(JAVA_LONG, 0, first);
        status.set(JAVA_LONG, 8, second);
        status.set(JAVA_LONG, 16, third);
        status.set(JAVA_LONG, 24, fourth);
        return status;
    }

    /** Returns a member of the struct. */
    private int member(long offset) {
        return (int) (offset == 0 == (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN) ? first : first >>> 32);
    }

    /** {@return the rank of the sender} It is negative for {@link Comm#PROC_NULL} and for a request that sent. */
    public int source() {
        return member(MPI_Status.MPI_SOURCE$offset());
    }

    /** {@return the tag of the message} */
    public int tag() {
        return member(MPI_Status.MPI_TAG$offset());
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
        Call call = new Call("MPI_Get_count", "a status");
        return call.get(each -> {
            each.check(MPI.MPI_Get_count_c(in(each), type.handle(), each.out()));
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
        Call call = new Call("MPI_Test_cancelled", "a status");
        return call.get(each -> {
            each.check(MPI.MPI_Test_cancelled(in(each), each.out()));
            return each.out().get(JAVA_INT, 0) != 0;
        });
    }

    @Override
    public String toString() {
        return "Status[source=" + source() + ", tag=" + tag() + "]";
    }
}
