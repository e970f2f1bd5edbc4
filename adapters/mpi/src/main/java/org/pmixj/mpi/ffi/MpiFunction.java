// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi.ffi;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A function of MPI that returns a status, called by its name with the arguments as {@code long}s: numbers, handles and
 * addresses. Safe for use by several threads.
 */
public final class MpiFunction {
    /** How many arguments a function has at most. */
    public static final int MOST_ARGUMENTS = 12;

    private static final Map<String, MpiFunction> KNOWN = new ConcurrentHashMap<>();

    private final String name;
    private final String operation;
    /** Where it is, once it was called. */
    private volatile @Nullable MemorySegment address;
    /** Its handle where each function has its own shape. */
    private @Nullable MethodHandle exact;

    private int arity;

    /**
     * Creates a function, which is looked up at its first call.
     *
     * @param name its name in C, which ends in {@code _c} where its counts have 64 bits
     */
    public MpiFunction(String name) {
        this.name = name;
        operation = name.endsWith("_c") ? name.substring(0, name.length() - 2) : name;
    }

    /** Creates a function that the generated classes do not have. It returns an integer. */
    MpiFunction(String name, MemorySegment address, MemoryLayout... parameters) {
        this(name);
        this.address = address;
        if (CallShape.EXACT) {
            declare(Linker.nativeLinker().downcallHandle(address, FunctionDescriptor.of(JAVA_INT, parameters)));
        }
    }

    private void declare(MethodHandle declared) {
        arity = declared.type().parameterCount();
        exact = ofLongs(declared);
    }

    /**
     * Returns a function.
     *
     * @param name its name in C
     * @return always the same one
     */
    public static MpiFunction of(String name) {
        MpiFunction known = KNOWN.get(name);
        return known != null ? known : KNOWN.computeIfAbsent(name, MpiFunction::new);
    }

    private synchronized MemorySegment link() {
        MemorySegment found = MpiLibrary.symbols().findOrThrow(name);
        if (CallShape.EXACT && !name.startsWith("MPIX_")) {
            declare(declared(name));
        }
        address = found;
        return found;
    }

    /** {@return the name of the operation, which is the same for counts of 32 and of 64 bits} */
    public String operation() {
        return operation;
    }

    /**
     * Calls it. The caller keeps the memory of the arguments alive.
     *
     * @param arguments the arguments, in an array of {@link #MOST_ARGUMENTS}
     * @param count how many there are
     * @return the status
     */
    public int call(long[] arguments, int count) {
        try {
            MemorySegment known = address;
            MemorySegment function = known == null ? link() : known;
            if (CallShape.EXACT && exact != null) {
                if (count != arity) {
                    throw new IllegalStateException(name + " has " + arity + " arguments, not " + count);
                }
                return (int) (long) exact.invokeExact(arguments);
            }
            return (int) (long) CallShape.CALL.invokeExact(
                    function,
                    arguments[0],
                    arguments[1],
                    arguments[2],
                    arguments[3],
                    arguments[4],
                    arguments[5],
                    arguments[6],
                    arguments[7],
                    arguments[8],
                    arguments[9],
                    arguments[10],
                    arguments[11]);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(name, e);
        }
    }

    /**
     * Calls it.
     *
     * @param arguments all arguments
     * @return the status
     */
    public int call(long... arguments) {
        return call(Arrays.copyOf(arguments, MOST_ARGUMENTS), arguments.length);
    }

    /**
     * Returns what a function receives for a segment, which the caller keeps reachable during the call.
     *
     * @param memory native memory, or a handle
     * @return its address
     * @throws IllegalArgumentException if it is an array of the heap
     * @throws IllegalStateException if its arena is closed
     * @throws WrongThreadException if it belongs to another thread
     */
    public static long address(MemorySegment memory) {
        return CallShape.address(memory);
    }

    private static MethodHandle declared(String name) {
        try {
            return (MethodHandle) MethodHandles.lookup()
                    .findStatic(MPI.class, name + "$handle", MethodType.methodType(MethodHandle.class))
                    .invokeExact();
        } catch (Throwable e) {
            throw new AssertionError("the generated classes have no " + name, e);
        }
    }

    /** Returns the handle of a function with its declared shape as one that takes an array. */
    private static MethodHandle ofLongs(MethodHandle declared) {
        MethodHandle result = declared;
        try {
            MethodHandle segment = MethodHandles.lookup()
                    .findStatic(
                            MemorySegment.class, "ofAddress", MethodType.methodType(MemorySegment.class, long.class));
            for (int i = 0; i < declared.type().parameterCount(); i++) {
                if (declared.type().parameterType(i) == MemorySegment.class) {
                    result = MethodHandles.filterArguments(result, i, segment);
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("MemorySegment.ofAddress", e);
        }
        int count = declared.type().parameterCount();
        MethodType longs = MethodType.methodType(long.class, Collections.nCopies(count, long.class));
        return MethodHandles.dropArguments(
                        MethodHandles.explicitCastArguments(result, longs),
                        count,
                        Collections.nCopies(MOST_ARGUMENTS - count, long.class))
                .asSpreader(long[].class, MOST_ARGUMENTS);
    }
}
