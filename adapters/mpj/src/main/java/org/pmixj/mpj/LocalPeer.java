// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpj;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;

/** Finds the user at the other end of a connection within this machine, in the tables of Linux. */
final class LocalPeer implements Closeable {
    /** Connections over IPv4, and those of sockets for both protocols. */
    private static final List<Path> TABLES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));

    private static final String ESTABLISHED = "01";
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final int USER = 7;

    /** Linux does not write a table at one moment, so that a connection may be missing. */
    private static final int ATTEMPTS = 3;

    private static final long PAUSE_NANOS = 20_000_000L;

    /** One end of a connection. */
    record End(InetAddress address, int port) {
        /** Reads an address and a port as the tables have them: words of the machine's order, in hexadecimal digits. */
        static End parse(String text) throws IOException {
            int colon = text.indexOf(':');
            ByteBuffer words = ByteBuffer.wrap(HexFormat.of().parseHex(text.substring(0, colon)));
            ByteBuffer bytes = ByteBuffer.allocate(words.capacity());
            words.order(ByteOrder.nativeOrder());
            while (words.hasRemaining()) {
                bytes.putInt(words.getInt());
            }
            // An address of IPv4 in one of IPv6 becomes that of IPv4.
            return new End(InetAddress.getByAddress(bytes.array()), Integer.parseInt(text.substring(colon + 1), 16));
        }

        private boolean is(End other) {
            // The tables do not name the interface of an address.
            return port == other.port && Arrays.equals(address.getAddress(), other.address.getAddress());
        }
    }

    /** Open from the start: many connections may leave no file descriptor. */
    private final List<RandomAccessFile> tables = new ArrayList<>();

    private final int self = self();

    LocalPeer() throws IOException {
        for (Path table : TABLES) {
            if (Files.exists(table)) {
                tables.add(new RandomAccessFile(table.toFile(), "r"));
            }
        }
    }

    /** Returns the effective user of this process, to whom its sockets belong. */
    private static int self() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("Uid:")) {
                return Integer.parseUnsignedInt(line.split("\\s+", -1)[2]);
            }
        }
        throw new IOException("Linux does not say who runs this process");
    }

    /** Returns whether an address is one of this machine. */
    static boolean isLocal(InetAddress address) throws SocketException {
        return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    }

    /** Returns whether the other end of a connection within this machine belongs to the user of this process. */
    synchronized boolean isOwn(Socket socket) throws IOException {
        End from = new End(socket.getInetAddress(), socket.getPort());
        End to = new End(socket.getLocalAddress(), socket.getLocalPort());
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            for (RandomAccessFile table : tables) {
                OptionalInt user = user(read(table), from, to);
                if (user.isPresent()) {
                    return user.getAsInt() == self;
                }
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return false;
    }

    private static String read(RandomAccessFile table) throws IOException {
        table.seek(0);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        byte[] part = new byte[1 << 16];
        for (int count = table.read(part); count >= 0; count = table.read(part)) {
            text.write(part, 0, count);
        }
        return text.toString(StandardCharsets.US_ASCII);
    }

    /** Returns the user of the connection from one end to another; empty if a table does not have it. */
    static OptionalInt user(String table, End from, End to) throws IOException {
        BufferedReader lines = new BufferedReader(new StringReader(table));
        // The titles of the columns.
        lines.readLine();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] columns = line.strip().split("\\s+", USER + 2);
            if (columns.length > USER
                    && columns[STATE].equals(ESTABLISHED)
                    && End.parse(columns[LOCAL]).is(from)
                    && End.parse(columns[REMOTE]).is(to)) {
                return OptionalInt.of(Integer.parseUnsignedInt(columns[USER]));
            }
        }
        return OptionalInt.empty();
    }

    @Override
    public void close() throws IOException {
        for (RandomAccessFile table : tables) {
            table.close();
        }
    }
}
