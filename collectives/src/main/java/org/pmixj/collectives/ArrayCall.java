// SPDX-License-Identifier: Apache-2.0
package org.pmixj.collectives;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.group.Group;

/** Computes one array from those of all members: each element from those in the same place, in the order of the ranks. */
final class ArrayCall<A> {
    private static final Form<int[]> INTS = new Form<>(
            int.class,
            Integer.BYTES,
            (array, bytes) -> bytes.asIntBuffer().put(array),
            (array, bytes) -> bytes.asIntBuffer().get(array));
    private static final Form<long[]> LONGS = new Form<>(
            long.class,
            Long.BYTES,
            (array, bytes) -> bytes.asLongBuffer().put(array),
            (array, bytes) -> bytes.asLongBuffer().get(array));
    private static final Form<double[]> DOUBLES = new Form<>(
            double.class,
            Double.BYTES,
            (array, bytes) -> bytes.asDoubleBuffer().put(array),
            (array, bytes) -> bytes.asDoubleBuffer().get(array));

    /** Describes how the arrays of a type are sent: the first letter of the type, and the elements. */
    private record Form<A>(Class<?> type, int width, BiConsumer<A, ByteBuffer> write, BiConsumer<A, ByteBuffer> read) {
        byte letter() {
            return (byte) type.getName().charAt(0);
        }

        byte[] bytes(A array, int length) {
            ByteBuffer bytes = ByteBuffer.allocate(1 + length * width).put(letter());
            write.accept(array, bytes);
            return bytes.array();
        }

        @SuppressWarnings("unchecked") // A is the type of its arrays
        A array(byte[] bytes) {
            A array = (A) Array.newInstance(type, (bytes.length - 1) / width);
            read.accept(array, ByteBuffer.wrap(bytes).position(1));
            return array;
        }

        /** Returns what another member has sent. */
        static String describe(byte[] bytes) {
            for (Form<?> form : List.of(INTS, LONGS, DOUBLES)) {
                if (bytes.length > 0 && bytes[0] == form.letter() && (bytes.length - 1) % form.width == 0) {
                    return form.type + "[" + (bytes.length - 1) / form.width + "]";
                }
            }
            return "bytes";
        }
    }

    /** Combines an element of the result with that of the next member. */
    private interface Step<A> {
        void combine(A result, A next, int index);
    }

    private final String what;
    private final Form<A> form;
    private final int length;
    private final Step<A> step;
    /** The message of this member to the others. */
    final byte[] message;

    private ArrayCall(Group group, Form<A> form, A array, Object operator, Step<A> step) {
        this.what = ReduceCall.name(group);
        Objects.requireNonNull(array, what + ": the array is null; give one");
        Objects.requireNonNull(operator, what + ": the operator is null; give one");
        this.form = form;
        this.length = Array.getLength(array);
        this.step = step;
        if (length > Integer.MAX_VALUE / form.width - 1) {
            throw new IllegalArgumentException(what + ": the array has " + length + " elements, and the values of all"
                    + " members together may have 4 MiB; reduce less, or send it another way");
        }
        this.message = form.bytes(array, length);
    }

    static ArrayCall<int[]> of(Group group, int[] array, IntBinaryOperator operator) {
        return new ArrayCall<>(
                group, INTS, array, operator, (all, next, i) -> all[i] = operator.applyAsInt(all[i], next[i]));
    }

    static ArrayCall<long[]> of(Group group, long[] array, LongBinaryOperator operator) {
        return new ArrayCall<>(
                group, LONGS, array, operator, (all, next, i) -> all[i] = operator.applyAsLong(all[i], next[i]));
    }

    static ArrayCall<double[]> of(Group group, double[] array, DoubleBinaryOperator operator) {
        return new ArrayCall<>(
                group, DOUBLES, array, operator, (all, next, i) -> all[i] = operator.applyAsDouble(all[i], next[i]));
    }

    A reduced(Map<ProcId, byte[]> messages) {
        check(messages);
        Iterator<Map.Entry<ProcId, byte[]>> members = messages.entrySet().iterator();
        A result = form.array(members.next().getValue());
        while (members.hasNext()) {
            Map.Entry<ProcId, byte[]> entry = members.next();
            A next = form.array(entry.getValue());
            for (int i = 0; i < length; i++) {
                try {
                    step.combine(result, next, i);
                } catch (RuntimeException e) {
                    throw ReduceCall.failed(
                            what, "the operator failed at element " + i + " of " + entry.getKey() + ": " + e, e);
                }
            }
        }
        return result;
    }

    private void check(Map<ProcId, byte[]> messages) {
        Map<ProcId, String> sent = new LinkedHashMap<>();
        messages.forEach((member, bytes) -> sent.put(member, Form.describe(bytes)));
        if (sent.values().stream().distinct().count() > 1) {
            throw new PmixException.BadParameter(
                    what + " failed: members gave different arrays: " + sent
                            + "; all must give the same type and length",
                    Statuses.ERR_BAD_PARAM);
        }
    }
}
