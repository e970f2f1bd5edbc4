// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.pmixj.it.support.Await.LIMIT;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.collectives.Mesh;
import org.pmixj.group.Group;

/** Connects the members of a group of any size by sockets. All members call it. */
public final class Meshes {
    private Meshes() {}

    /** Connects all, and then some, and sends numbers over the connections. */
    public static void check(Group group) throws Exception {
        try (Mesh mesh = Mesh.open(group, LIMIT)) {
            Map<ProcId, SocketChannel> all = mesh.connectAll();
            List<ProcId> others = new ArrayList<>(group.members());
            others.remove(group.rank());
            assertThat(all.keySet()).containsExactlyElementsOf(others);
            for (SocketChannel channel : all.values()) {
                send(channel, group.rank());
            }
            for (Map.Entry<ProcId, SocketChannel> one : all.entrySet()) {
                assertThat(group.members().get(receive(one.getValue()))).isEqualTo(one.getKey());
                assertThat(mesh.connect(one.getKey())).isSameAs(one.getValue());
            }
            // Nobody closes a connection from which another one reads.
            group.fence();
        }
        ring(group);
        atOnce(group);
    }

    private static void send(SocketChannel channel, int number) throws IOException {
        channel.write(ByteBuffer.allocate(Integer.BYTES).putInt(number).flip());
    }

    private static int receive(SocketChannel channel) throws IOException {
        ByteBuffer number = ByteBuffer.allocate(Integer.BYTES);
        while (number.hasRemaining()) {
            assertThat(channel.read(number)).isPositive();
        }
        return number.flip().getInt();
    }

    /** Each connects to the next one, which need not connect. Of two both connect at once. */
    private static void ring(Group group) throws Exception {
        int size = group.size();
        if (size == 1) {
            return;
        }
        try (Mesh mesh = Mesh.open(group, LIMIT)) {
            int next = (group.rank() + 1) % size;
            int previous = (group.rank() + size - 1) % size;
            send(mesh.connect(next), group.rank());
            assertThat(receive(mesh.connect(previous))).isEqualTo(previous);
            group.fence();
        }
    }

    /** Several threads of all members connect at once: there is one connection for each pair. */
    private static void atOnce(Group group) throws Exception {
        try (Mesh mesh = Mesh.open(group, LIMIT)) {
            List<CompletableFuture<Map<ProcId, SocketChannel>>> threads = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                CompletableFuture<Map<ProcId, SocketChannel>> connected = new CompletableFuture<>();
                Thread.ofVirtual().start(() -> {
                    try {
                        connected.complete(connectToEach(group, mesh));
                    } catch (Throwable e) {
                        connected.completeExceptionally(e);
                    }
                });
                threads.add(connected);
            }
            Map<ProcId, SocketChannel> first = Await.result(threads.getFirst());
            for (CompletableFuture<Map<ProcId, SocketChannel>> thread : threads) {
                assertThat(Await.result(thread)).isEqualTo(first);
            }
            for (SocketChannel channel : first.values()) {
                send(channel, group.rank());
            }
            for (Map.Entry<ProcId, SocketChannel> one : first.entrySet()) {
                assertThat(group.members().get(receive(one.getValue()))).isEqualTo(one.getKey());
            }
            group.fence();
        }
    }

    private static Map<ProcId, SocketChannel> connectToEach(Group group, Mesh mesh) throws IOException {
        Map<ProcId, SocketChannel> connections = new HashMap<>();
        for (int rank = 0; rank < group.size(); rank++) {
            if (rank != group.rank()) {
                connections.put(group.members().get(rank), mesh.connect(rank));
            }
        }
        return connections;
    }

    // --- refusals ----------------------------------------------------------------------------------------------------

    /** Two members open meshes, with wrong arguments, and one that does not; and strangers connect. */
    public static void checkRefusals(Group group) throws Exception {
        arguments(group);
        otherOperations(group);
        strangers(group);
        silence(group);
        closeDuringConnect(group);
    }

    private static void arguments(Group group) {
        assertThatIllegalArgumentException().isThrownBy(() -> Mesh.open(group, Duration.ZERO));
        for (String host : new String[] {"", "a b", "a\n"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Mesh.open(group, host, LIMIT))
                    .withMessageContaining("is no name of a host");
        }
        assertThatThrownBy(() -> Mesh.open(null, LIMIT)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Mesh.open(group, null, LIMIT)).isInstanceOf(NullPointerException.class);
    }

    private static void otherOperations(Group group) {
        if (group.rank() == 0) {
            assertThatExceptionOfType(PmixException.BadParameter.class)
                    .isThrownBy(() -> Mesh.open(group, LIMIT))
                    .withMessageContaining(group.members().get(1) + " called another operation");
        } else {
            group.exchange(ValueType.STRING, "no address");
        }
    }

    /** A mesh closes connections that send no greeting of a member, and no member waits for them. */
    private static void strangers(Group group) throws Exception {
        Mesh mesh = Mesh.open(group, LIMIT);
        List<Socket> silent = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), mesh.port());
            silent.add(socket);
            if (i % 2 == 0) {
                // One has the length of a greeting.
                byte[] garbage = new byte[i * 22 / 5];
                ThreadLocalRandom.current().nextBytes(garbage);
                OutputStream out = socket.getOutputStream();
                out.write(garbage);
                if (garbage.length >= 44) {
                    isClosed(socket);
                }
            }
        }
        // Where there are many, the last ones are closed before they have been silent for long.
        isClosed(silent.getLast());
        SocketChannel other = mesh.connect(1 - group.rank());
        send(other, 42);
        assertThat(receive(other)).isEqualTo(42);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> mesh.connect(group.rank()))
                .withMessageContaining(
                        "connects this process to [" + group.members().get(1 - group.rank()) + "]");
        assertThatIllegalArgumentException().isThrownBy(() -> mesh.connect(new ProcId("it-nobody", 0)));
        assertThatThrownBy(() -> mesh.connect(2)).isInstanceOf(IndexOutOfBoundsException.class);
        group.fence();
        mesh.close();
        mesh.close();
        for (Socket socket : silent) {
            isClosed(socket);
        }
        assertThat(other.isOpen()).isFalse();
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> mesh.connect(1 - group.rank()))
                .withMessage("mesh of group '" + group.id() + "' is closed");
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), mesh.port()))
                .isInstanceOf(ConnectException.class);
    }

    private static void isClosed(Socket socket) throws IOException {
        try {
            socket.setSoTimeout((int) LIMIT.toMillis());
            // The mesh has sent a nonce.
            assertThat(socket.getInputStream().readAllBytes()).hasSizeLessThanOrEqualTo(16);
        } catch (SocketException e) {
            // A connection with bytes that nobody has read is reset.
        }
        socket.close();
    }

    /** A process that listens at the port of a member, and answers nothing or nonsense. */
    private static void silence(Group group) throws Exception {
        group.fence();
        Mesh mesh = Mesh.open(group, Duration.ofSeconds(4));
        group.fence();
        if (group.rank() == 0) {
            int port = mesh.port();
            mesh.close();
            group.exchange(ValueType.INT32, port);
            group.fence();
            return;
        }
        int port = group.exchange(ValueType.INT32, 0).get(group.members().get(0));
        // Nobody listens.
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> mesh.connect(0))
                .withMessageStartingWith("mesh of group '" + group.id() + "': the connection to "
                        + group.members().get(0) + " failed");
        try (ServerSocket impostor = new ServerSocket(port)) {
            assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> mesh.connect(0));
            impostor.accept().close();
            Thread.ofVirtual().start(() -> {
                try (Socket socket = impostor.accept()) {
                    // The member has sent something else than an answer.
                    socket.getOutputStream().write(new byte[16]);
                    socket.getOutputStream().write(socket.getInputStream().readNBytes(44), 0, 32);
                    socket.getInputStream().readAllBytes();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> mesh.connect(0))
                    .withMessageContaining("another process answers at");
        } catch (BindException e) {
            // Another test has the port.
        }
        group.fence();
        mesh.close();
    }

    /** A close ends a connect that waits for an answer. */
    private static void closeDuringConnect(Group group) throws Exception {
        Mesh mesh = Mesh.open(group, LIMIT);
        if (group.rank() == 0) {
            int port = mesh.port();
            mesh.close();
            group.exchange(ValueType.INT32, port);
            return;
        }
        int port = group.exchange(ValueType.INT32, 0).get(group.members().get(0));
        try (ServerSocket impostor = new ServerSocket(port)) {
            CompletableFuture<SocketChannel> connection = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                try {
                    connection.complete(mesh.connect(0));
                } catch (Throwable e) {
                    connection.completeExceptionally(e);
                }
            });
            try (Socket _ = impostor.accept()) {
                mesh.close();
                assertThat(connection)
                        .failsWithin(LIMIT.dividedBy(2))
                        .withThrowableThat()
                        .withMessageContaining("failed: the mesh is closed");
            }
        } catch (BindException e) {
            // Another test has the port.
            mesh.close();
        }
    }

    // --- departures, the end -----------------------------------------------------------------------------------------

    /** Returns a mesh that all members open. */
    public static Mesh open(Group group) throws IOException {
        return Mesh.open(group, LIMIT);
    }

    /** Called when a member has departed that was in a mesh. */
    public static void checkWithout(Group group, Mesh mesh, ProcId departed) throws Exception {
        Await.until("the mesh knows it", () -> {
            try {
                mesh.connect(departed);
                return false;
            } catch (IOException e) {
                return e.getMessage().contains(departed + " failed: ");
            }
        });
        for (ProcId member : group.members()) {
            if (!member.equals(group.members().get(group.rank()))) {
                send(mesh.connect(member), group.rank());
                assertThat(group.members().get(receive(mesh.connect(member)))).isEqualTo(member);
            }
        }
        group.fence();
        mesh.close();
    }

    /** Ends a group, which closes its mesh. */
    public static void checkDestruct(Group group) throws Exception {
        Mesh mesh = Mesh.open(group, LIMIT);
        Map<ProcId, SocketChannel> all = mesh.connectAll();
        group.destruct();
        Await.until("all are closed", () -> all.values().stream().noneMatch(SocketChannel::isOpen));
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(mesh::connectAll)
                .withMessageContaining("is closed");
        assertThatIllegalStateException().isThrownBy(() -> Mesh.open(group, LIMIT));
    }
}
