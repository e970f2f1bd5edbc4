// SPDX-License-Identifier: Apache-2.0
package org.pmixj.collectives;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.group.Group;

/** Computes one array from those of all members: each element from those in the same place, in the order of the ranks. */
final class ArrayCall<A> {
    private static final Form<int[]> INTS = new Form<>(
            'I', Integer.BYTES, "int", (array, bytes) -> bytes.asIntBuffer().put(array), bytes -> {
                int[] array = new int[bytes.remaining() / Integer.BYTES];
                bytes.asIntBuffer().get(array);
                return array;
            });
    private static final Form<long[]> LONGS = new Form<>(
            'J', Long.BYTES, "long", (array, bytes) -> bytes.asLongBuffer().put(array), bytes -> {
                long[] array = new long[bytes.remaining() / Long.BYTES];
                bytes.asLongBuffer().get(array);
                return array;
            });
    private static final Form<double[]> DOUBLES = new Form<>(
            'D',
            Double.BYTES,
            "double",
            (array, bytes) -> bytes.asDoubleBuffer().put(array),
            bytes -> {
                double[] array = new double[bytes.remaining() / Double.BYTES];
                bytes.asDoubleBuffer().get(array);
                return array;
            });

    /** Describes how the arrays of a type are sent: a letter, and the elements. */
    private record Form<A>(
            char letter, int width, String element, BiConsumer<A, ByteBuffer> write, Function<ByteBuffer, A> read) {
        byte[] bytes(A array, int length) {
            ByteBuffer bytes = ByteBuffer.allocate(1 + length * width).put((byte) letter);
            write.accept(array, bytes);
            return bytes.array();
        }

        A array(byte @Nullable [] bytes) {
            return read.apply(ByteBuffer.wrap(Objects.requireNonNull(bytes)).position(1));
        }

        /** Returns what another member has sent. */
        static String describe(byte[] bytes) {
            for (Form<?> form : new Form<?>[] {INTS, LONGS, DOUBLES}) {
                if (bytes.length > 0 && bytes[0] == form.letter && (bytes.length - 1) % form.width == 0) {
                    return form.element + "[" + (bytes.length - 1) / form.width + "]";
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

    private ArrayCall(String what, Form<A> form, A array, int length, Step<A> step) {
        this.what = what;
        this.form = form;
        this.length = length;
        this.step = step;
        if (length > Integer.MAX_VALUE / form.width - 1) {
            throw new IllegalArgumentException(what + ": the array has " + length + " elements, and the values of all"
                    + " members together may have 4 MiB; reduce less, or send it another way");
        }
        this.message = form.bytes(array, length);
    }

    static ArrayCall<int[]> of(Group group, int[] array, IntBinaryOperator operator) {
        String what = checked(group, array, operator);
        return new ArrayCall<>(
                what,
                INTS,
                array,
                array.length,
                (result, next, i) -> result[i] = operator.applyAsInt(result[i], next[i]));
    }

    static ArrayCall<long[]> of(Group group, long[] array, LongBinaryOperator operator) {
        String what = checked(group, array, operator);
        return new ArrayCall<>(
                what,
                LONGS,
                array,
                array.length,
                (result, next, i) -> result[i] = operator.applyAsLong(result[i], next[i]));
    }

    static ArrayCall<double[]> of(Group group, double[] array, DoubleBinaryOperator operator) {
        String what = checked(group, array, operator);
        return new ArrayCall<>(
                what,
                DOUBLES,
                array,
                array.length,
                (result, next, i) -> result[i] = operator.applyAsDouble(result[i], next[i]));
    }

    private static String checked(Group group, Object array, Object operator) {
        String what = ReduceCall.name(group);
        Objects.requireNonNull(array, what + ": the array is null; give one");
        Objects.requireNonNull(operator, what + ": the operator is null; give one");
        return what;
    }

    A reduced(Map<ProcId, byte[]> messages) {
        check(messages);
        @Nullable A result = null;
        for (Map.Entry<ProcId, byte[]> entry : messages.entrySet()) {
            A next = form.array(entry.getValue());
            if (result == null) {
                result = next;
                continue;
            }
            for (int i = 0; i < length; i++) {
                try {
                    step.combine(result, next, i);
                } catch (RuntimeException e) {
                    throw ReduceCall.failed(
                            what, "the operator failed at element " + i + " of " + entry.getKey() + ": " + e, e);
                }
            }
        }
        return Objects.requireNonNull(result);
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
