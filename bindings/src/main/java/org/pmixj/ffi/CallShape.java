// SPDX-License-Identifier: Apache-2.0
package org.pmixj.ffi;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/**
 * The one shape by which the generated classes call all functions of libpmix, and the one of all callbacks: {@code
 * long}s alone. For each shape that a JVM uses it spins several hidden classes, which costs a rank more time than all
 * else at its start.
 *
 * <p>A function takes as many of the eight arguments as it declares: on the architectures known here the first integer
 * and pointer arguments are in the same registers and places of the stack whatever follows, a narrow one is the lower
 * part of its register, and the caller removes what is on the stack. Everywhere else, and with {@code
 * -Dpmixj.ffi.exact=true}, each function and callback has the shape that its header declares.
 */
final class CallShape {
    static final String PROPERTY = "pmixj.ffi.exact";

    static final boolean EXACT = Boolean.getBoolean(PROPERTY)
            || !isKnown(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));

    /** A callback, of whose arguments it reads those that it declares. The result is ignored where it declares none. */
    interface Callback {
        long call(long a0, long a1, long a2, long a3, long a4, long a5, long a6, long a7, long a8);
    }

    // Each is made by its first use.
    private static final class Down {
        static final MethodHandle CALL = Linker.nativeLinker()
                .downcallHandle(FunctionDescriptor.of(
                        JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                        JAVA_LONG));
    }

    private static final class Up {
        static final FunctionDescriptor DESCRIPTOR = FunctionDescriptor.of(
                JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                JAVA_LONG);
        static final MethodHandle CALL;

        static {
            try {
                CALL = MethodHandles.lookup().findVirtual(Callback.class, "call", DESCRIPTOR.toMethodType());
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    /** All memory. A part of it costs less than {@code reinterpret}, which looks for its caller each time. */
    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private CallShape() {}

    /** The System V ABI of x86-64 and the one of AArch64 on Linux. */
    static boolean isKnown(String system, String architecture) {
        return system.equals("Linux") && (architecture.equals("amd64") || architecture.equals("aarch64"));
    }

    static long call(MemorySegment function, long a0, long a1, long a2, long a3, long a4, long a5, long a6, long a7)
            throws Throwable {
        return (long) Down.CALL.invokeExact(function, a0, a1, a2, a3, a4, a5, a6, a7);
    }

    static MemorySegment stub(Callback callback, Arena arena) {
        return Linker.nativeLinker().upcallStub(Up.CALL.bindTo(callback), Up.DESCRIPTOR, arena);
    }

    /**
     * The address that a function receives for a segment, which the caller keeps reachable during the call. Refuses what
     * the exact shape refuses. But the exact shape also keeps a shared arena from being closed during the call, and this
     * one does not: no thread may close the arena of the segment before the function has returned.
     */
    static long address(MemorySegment segment) {
        pointer(segment);
        if (!segment.scope().isAlive()) {
            throw new IllegalStateException("a native function was to receive a segment whose arena is closed");
        }
        if (!segment.isAccessibleBy(Thread.currentThread())) {
            throw new WrongThreadException("a native function was to receive a segment of another thread: " + segment);
        }
        return segment.address();
    }

    /** The address that a member of a struct keeps for a segment. Refuses what a layout of addresses refuses. */
    static long pointer(MemorySegment segment) {
        if (!segment.isNative()) {
            throw new IllegalArgumentException("native code was to receive a segment of the heap: " + segment);
        }
        return segment.address();
    }

    /** Returns the memory at a pointer that a function returns or a callback receives: its length is not known. */
    static MemorySegment segment(long address) {
        return address >= 0
                ? MEMORY.asSlice(address)
                : MemorySegment.ofAddress(address).reinterpret(Long.MAX_VALUE);
    }
}
