// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;
import org.pmixj.mpi.Datatype.Kind;
import org.pmixj.mpi.ffi.MPIConstants;
import org.pmixj.mpi.ffi.MPI_User_function;

/**
 * Combines the elements of a reduction: one of MPI's operations, or one written in Java. An operation in Java is made
 * between init and finalize; it must be associative, must not call MPI, and runs on the thread that is in MPI. After it has
 * thrown, all its uses on this rank fail: make another one. Safe for use by several threads.
 */
public final class Op implements AutoCloseable {
    private static final Set<Kind> NUMBERS = EnumSet.of(Kind.INTEGER, Kind.FLOATING);
    private static final Set<Kind> TRUTHS = EnumSet.of(Kind.INTEGER, Kind.LOGICAL);
    private static final Set<Kind> BITS = EnumSet.of(Kind.INTEGER);
    private static final Set<Kind> PAIRS = EnumSet.of(Kind.PAIR);

    /** Adds numbers. */
    public static final Op SUM = new Op("SUM", MPIConstants.MPI_SUM(), NUMBERS);
    /** Multiplies numbers. */
    public static final Op PROD = new Op("PROD", MPIConstants.MPI_PROD(), NUMBERS);
    /** Takes the smallest number. */
    public static final Op MIN = new Op("MIN", MPIConstants.MPI_MIN(), NUMBERS);
    /** Takes the largest number. */
    public static final Op MAX = new Op("MAX", MPIConstants.MPI_MAX(), NUMBERS);
    /** Is true if all are true; a number that is not 0 is. */
    public static final Op LAND = new Op("LAND", MPIConstants.MPI_LAND(), TRUTHS);
    /** Is true if one is true. */
    public static final Op LOR = new Op("LOR", MPIConstants.MPI_LOR(), TRUTHS);
    /** Is true if an odd number of them is true. */
    public static final Op LXOR = new Op("LXOR", MPIConstants.MPI_LXOR(), TRUTHS);
    /** Combines bits by and. */
    public static final Op BAND = new Op("BAND", MPIConstants.MPI_BAND(), BITS);
    /** Combines bits by or. */
    public static final Op BOR = new Op("BOR", MPIConstants.MPI_BOR(), BITS);
    /** Combines bits by exclusive or. */
    public static final Op BXOR = new Op("BXOR", MPIConstants.MPI_BXOR(), BITS);
    /** Takes the smallest value and its index, of pairs. */
    public static final Op MINLOC = new Op("MINLOC", MPIConstants.MPI_MINLOC(), PAIRS);
    /** Takes the largest value and its index, of pairs. */
    public static final Op MAXLOC = new Op("MAXLOC", MPIConstants.MPI_MAXLOC(), PAIRS);
    /** Takes the new value; for {@link Window#accumulate} and {@link Window#fetchAndOp} alone. */
    public static final Op REPLACE = new Op("REPLACE", MPIConstants.MPI_REPLACE(), Set.of());
    /** Leaves the value as it is; for {@link Window#fetchAndOp} alone. */
    public static final Op NO_OP = new Op("NO_OP", MPIConstants.MPI_NO_OP(), Set.of());

    /** Offers an operation on several elements at once, of any type. */
    @FunctionalInterface
    public interface Function {
        /**
         * Combines each element of {@code in} with that of {@code inout}, in this order, and writes the result there.
         *
         * @param in the elements of one side
         * @param inout the elements of the other side, and the place of the results
         * @param count how many elements each has
         * @param type their type
         */
        void apply(MemorySegment in, MemorySegment inout, int count, Datatype type);
    }

    private final String name;
    private final Handle handle;
    private final Set<Kind> kinds;
    /** The only type that an operation in Java has, null if it has all. */
    private final @Nullable Datatype only;
    /** Keeps the stub of an operation in Java. */
    private final @Nullable Arena stub;

    private volatile @Nullable Throwable failure;

    private Op(String name, MemorySegment handle, Set<Kind> kinds) {
        this.name = name;
        this.handle = new Handle("the operation " + name, handle.address(), null);
        this.kinds = kinds;
        this.only = null;
        this.stub = null;
    }

    private Op(Function function, @Nullable Datatype only, boolean commutative) {
        this.name = only == null ? "an operation in Java" : "an operation in Java on " + only;
        this.kinds = EnumSet.allOf(Kind.class);
        this.only = only;
        Arena arena = Arena.ofAuto();
        this.stub = arena;
        MemorySegment address = MPI_User_function.allocate(
                (in, inout, length, type) -> apply(function, in, inout, length, type), arena);
        Call create = new Call("MPI_Op_create", name).with(address.address(), commutative ? 1 : 0);
        this.handle = new Handle(name, create.get(), "MPI_Op_free");
    }

    /**
     * Creates an operation on elements of any type.
     *
     * @param function combines the elements
     * @param commutative whether the order of two elements does not matter, so that MPI may change it
     * @return the operation, to be freed by {@link #close}
     */
    public static Op of(Function function, boolean commutative) {
        return new Op(Objects.requireNonNull(function, "function"), null, commutative);
    }

    /**
     * Creates an operation on {@link Datatype#INT}.
     *
     * @param function combines two numbers
     * @param commutative whether their order does not matter
     * @return the operation, to be freed by {@link #close}
     */
    public static Op ofInt(IntBinaryOperator function, boolean commutative) {
        Objects.requireNonNull(function, "function");
        Function loop = (in, inout, count, type) -> {
            for (int i = 0; i < count; i++) {
                int result = function.applyAsInt(in.getAtIndex(JAVA_INT, i), inout.getAtIndex(JAVA_INT, i));
                inout.setAtIndex(JAVA_INT, i, result);
            }
        };
        return new Op(loop, Datatype.INT, commutative);
    }

    /**
     * Creates an operation on {@link Datatype#LONG}.
     *
     * @param function combines two numbers
     * @param commutative whether their order does not matter
     * @return the operation, to be freed by {@link #close}
     */
    public static Op ofLong(LongBinaryOperator function, boolean commutative) {
        Objects.requireNonNull(function, "function");
        Function loop = (in, inout, count, type) -> {
            for (int i = 0; i < count; i++) {
                long result = function.applyAsLong(in.getAtIndex(JAVA_LONG, i), inout.getAtIndex(JAVA_LONG, i));
                inout.setAtIndex(JAVA_LONG, i, result);
            }
        };
        return new Op(loop, Datatype.LONG, commutative);
    }

    /**
     * Creates an operation on {@link Datatype#DOUBLE}.
     *
     * @param function combines two numbers
     * @param commutative whether their order does not matter
     * @return the operation, to be freed by {@link #close}
     */
    public static Op ofDouble(DoubleBinaryOperator function, boolean commutative) {
        Objects.requireNonNull(function, "function");
        Function loop = (in, inout, count, type) -> {
            for (int i = 0; i < count; i++) {
                double result = function.applyAsDouble(in.getAtIndex(JAVA_DOUBLE, i), inout.getAtIndex(JAVA_DOUBLE, i));
                inout.setAtIndex(JAVA_DOUBLE, i, result);
            }
        };
        return new Op(loop, Datatype.DOUBLE, commutative);
    }

    /** Nothing may be thrown into C, which would end the JVM. The operation that MPI performs reports it afterwards. */
    private void apply(
            Function function, MemorySegment in, MemorySegment inout, MemorySegment length, MemorySegment type) {
        try {
            int count = length.reinterpret(JAVA_INT.byteSize()).get(JAVA_INT, 0);
            long typeHandle = type.reinterpret(ADDRESS.byteSize()).get(JAVA_LONG, 0);
            Datatype known = only == null ? Datatype.ofHandle(typeHandle) : only;
            if (known == null) {
                throw new IllegalStateException("MPI calls it with an unknown type, handle " + typeHandle);
            }
            long bytes = known.bytes(count);
            function.apply(in.reinterpret(bytes), inout.reinterpret(bytes), count, known);
        } catch (Throwable e) {
            failure = e;
        }
    }

    /** Reports what the function in Java has thrown on this rank. */
    void rethrow(String operation) {
        Throwable thrown = failure;
        if (thrown != null) {
            String what = operation + ": " + name + " has thrown " + thrown + "; the result is undefined on all ranks";
            throw new MpiException(operation, ErrorClass.OP, 0, what, thrown);
        }
    }

    /** Checks that it combines elements of a type, and returns its handle. */
    long handle(Datatype type, boolean oneSided) {
        boolean fits = kinds.contains(type.kind) && (only == null || only == type);
        boolean ok = oneSided ? stub == null && (fits || kinds.isEmpty()) : fits;
        if (!ok) {
            throw new IllegalArgumentException(name + " does not combine elements of " + type
                    + (oneSided ? " in a window" : "") + "; use another operation"
                    + (kinds.isEmpty() ? "" : " or a type of " + (only == null ? kinds : only)));
        }
        return handle.value();
    }

    /** Frees an operation in Java, {@code MPI_Op_free}. A second call does nothing. */
    @Override
    public void close() {
        handle.close();
    }

    @Override
    public String toString() {
        return name;
    }
}
