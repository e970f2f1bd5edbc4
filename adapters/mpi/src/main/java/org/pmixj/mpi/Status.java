// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Objects;

/** Says what was received: from whom, with which tag, and how much. Immutable. */
public final class Status {
    // The struct, of which MPI reads all for the count.
    private final long first;
    private final long second;
    private final long third;
    private final long fourth;

    Status(LongBuffer from) {
        first = from.get(0);
        second = from.get(1);
        third = from.get(2);
        fourth = from.get(3);
    }

    void write(LongBuffer to) {
        to.put(0, first).put(1, second).put(2, third).put(3, fourth);
    }

    /** Returns the first of two integers that are in a long number. */
    static int firstOfTwo(long both) {
        return (int) (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? both : both >>> Integer.SIZE);
    }

    /** {@return the rank of the sender} It is negative for {@link Comm#PROC_NULL}, and says nothing of a request that sent. */
    public int source() {
        return firstOfTwo(first);
    }

    /** {@return the tag of the message} */
    public int tag() {
        return firstOfTwo(Long.rotateLeft(first, Integer.SIZE));
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
        Call call = new Call("MPI_Get_count_c", "a status");
        long count = call.status(this).with(type.handle()).get();
        if (count < 0) {
            throw new MpiException(
                    "MPI_Get_count",
                    ErrorClass.TYPE,
                    0,
                    "MPI_Get_count: what was received is not a whole number of elements of " + type
                            + "; ask with the type that was sent",
                    null);
        }
        return count;
    }

    /** {@return whether the request was cancelled before it was complete} */
    public boolean isCancelled() {
        return new Call("MPI_Test_cancelled", "a status").status(this).number() != 0;
    }

    @Override
    public String toString() {
        return "Status[source=" + source() + ", tag=" + tag() + "]";
    }
}
