// SPDX-License-Identifier: Apache-2.0
package org.pmixj.ffi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteOrder;

/**
 * Finds a TCP socket that native code of this process has opened, and acknowledges at once what has arrived there. For
 * Linux. The classes of the JDK know only the sockets that they have opened themselves.
 *
 * <p>Safe for use by several threads.
 */
public final class ConnectedSocket {
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_QUICKACK = 12;
    /** Since Linux 6.15. */
    private static final int TCP_DELACK_MAX_US = 46;

    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    /** The size of a {@code sockaddr_in6}, and the place of the port in it and in a {@code sockaddr_in}. */
    private static final int ADDRESS_BYTES = 28;

    private static final int PORT = 2;

    /** A process that has opened more files before is not searched further. */
    private static final int MOST = 4096;

    private static final MemorySegment ON = Arena.global().allocateFrom(JAVA_INT, 1);

    // Each is linked by its first use.
    private static final class PeerName {
        static final MemorySegment FUNCTION = PmixLibrary.symbols().findOrThrow("getpeername");
        static final MethodHandle EXACT =
                CallShape.EXACT ? link(FUNCTION, FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS)) : null;
    }

    private static final class SetOption {
        static final MemorySegment FUNCTION = PmixLibrary.symbols().findOrThrow("setsockopt");
        static final MethodHandle EXACT = CallShape.EXACT
                ? link(FUNCTION, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT))
                : null;
    }

    private ConnectedSocket() {}

    private static MethodHandle link(MemorySegment function, FunctionDescriptor descriptor) {
        return Linker.nativeLinker().downcallHandle(function, descriptor);
    }

    /**
     * Finds the TCP socket of this process that is connected to a port.
     *
     * @param port the port of the other side
     * @return its file descriptor, or -1 if there is none or the system is not Linux
     */
    public static int find(int port) {
        if (!System.getProperty("os.name", "").equals("Linux")) {
            return -1;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = arena.allocate(ADDRESS_BYTES, JAVA_INT.byteAlignment());
            MemorySegment length = arena.allocate(JAVA_INT);
            for (int descriptor = 3; descriptor < MOST; descriptor++) {
                length.set(JAVA_INT, 0, ADDRESS_BYTES);
                if (peerName(descriptor, address, length) == 0 && port(address) == port) {
                    return descriptor;
                }
            }
            return -1;
        } catch (Throwable e) {
            throw new PmixLibraryException("getpeername failed", e);
        }
    }

    private static int peerName(int descriptor, MemorySegment address, MemorySegment length) throws Throwable {
        return CallShape.EXACT
                ? (int) PeerName.EXACT.invokeExact(descriptor, address, length)
                : (int) CallShape.call(
                        PeerName.FUNCTION, descriptor, address.address(), length.address(), 0, 0, 0, 0, 0);
    }

    private static int port(MemorySegment address) {
        int family = address.get(JAVA_SHORT, 0);
        short port = address.get(JAVA_SHORT, PORT);
        if (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN) {
            port = Short.reverseBytes(port);
        }
        return family == AF_INET || family == AF_INET6 ? Short.toUnsignedInt(port) : -1;
    }

    /**
     * Has the kernel acknowledge at once what has arrived ({@code TCP_QUICKACK}), instead of waiting for something to
     * send along. Does nothing if the socket was closed.
     *
     * @param descriptor a file descriptor that {@link #find} returned
     */
    public static void acknowledge(int descriptor) {
        int _ = setOption(descriptor, TCP_QUICKACK, ON);
    }

    /**
     * Has the kernel acknowledge whatever arrives there within a time ({@code TCP_DELACK_MAX_US}).
     *
     * @param descriptor a file descriptor that {@link #find} returned
     * @param micros the longest time in microseconds
     * @return false if the kernel has no such option, which Linux has since 6.15
     */
    public static boolean limitDelay(int descriptor, int micros) {
        try (Arena arena = Arena.ofConfined()) {
            return setOption(descriptor, TCP_DELACK_MAX_US, arena.allocateFrom(JAVA_INT, micros)) == 0;
        }
    }

    private static int setOption(int descriptor, int option, MemorySegment value) {
        try {
            return CallShape.EXACT
                    ? (int) SetOption.EXACT.invokeExact(descriptor, IPPROTO_TCP, option, value, Integer.BYTES)
                    : (int) CallShape.call(
                            SetOption.FUNCTION,
                            descriptor,
                            IPPROTO_TCP,
                            option,
                            value.address(),
                            Integer.BYTES,
                            0,
                            0,
                            0);
        } catch (Throwable e) {
            throw new PmixLibraryException("setsockopt failed", e);
        }
    }
}
