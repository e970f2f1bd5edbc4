// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi.ffi;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The one shape by which {@link MpiFunction} and the generated classes call all functions of MPI but those that return a
 * {@code double}: twelve {@code long}s, as many as {@code MPI_Sendrecv} has arguments. A JVM spins several hidden classes
 * for each shape. A function takes as many of them as it declares, as with libpmix (the {@code CallShape} of {@code
 * org.pmixj.ffi} says why that is right on x86-64 and AArch64). Everywhere else, and with {@code -Dpmixj.ffi.exact=true},
 * each function has the shape that its header declares.
 */
final class CallShape {
    static final boolean EXACT = Boolean.getBoolean("pmixj.ffi.exact")
            || !isKnown(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));

    static final MethodHandle CALL = Linker.nativeLinker()
            .downcallHandle(FunctionDescriptor.of(
                    JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                    JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));

    private static final MemorySegment.Scope GLOBAL = Arena.global().scope();

    private CallShape() {}

    private static boolean isKnown(String system, String architecture) {
        return system.equals("Linux") && (architecture.equals("amd64") || architecture.equals("aarch64"));
    }

    static long call(
            MemorySegment function,
            long a0,
            long a1,
            long a2,
            long a3,
            long a4,
            long a5,
            long a6,
            long a7,
            long a8,
            long a9,
            long a10,
            long a11)
            throws Throwable {
        return (long) CALL.invokeExact(function, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11);
    }

    /**
     * The address that a function receives for a segment, which the caller keeps reachable during the call. Refuses what
     * the exact shape refuses. But the exact shape also keeps a shared arena from being closed during the call.
     */
    @SuppressWarnings("ReferenceEquality")
    static long address(MemorySegment segment) {
        // Handles, null, and memory that is never freed. An array of the heap has a scope of its own.
        MemorySegment.Scope scope = segment.scope();
        if (scope == GLOBAL) {
            return segment.address();
        }
        if (!segment.isNative()) {
            throw new IllegalArgumentException("native code was to receive a segment of the heap: " + segment);
        }
        if (!scope.isAlive()) {
            throw new IllegalStateException("a native function was to receive a segment whose arena is closed");
        }
        if (!segment.isAccessibleBy(Thread.currentThread())) {
            throw new WrongThreadException("a native function was to receive a segment of another thread: " + segment);
        }
        return segment.address();
    }

    /** Returns the address that a member of a struct keeps for a segment. */
    static long pointer(MemorySegment segment) {
        return segment.address();
    }

    static MemorySegment segment(long address) {
        return MemorySegment.ofAddress(address).reinterpret(Long.MAX_VALUE);
    }
}
