// SPDX-License-Identifier: Apache-2.0
package org.pmixj.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmixj.ProcId;

/** Connections of two members, of which one accepts late. */
class MeshLinkTest {
    private static final long LIMIT = TimeUnit.SECONDS.toNanos(60);
    private static final long BRIEF = TimeUnit.MILLISECONDS.toNanos(200);

    /** A member: where it listens, and its end of the connection. */
    private record End(ServerSocketChannel server, MeshLink link, MeshListener listener) {}

    /** If both attempt at once, the attempt of the greater one counts. */
    private End lesser;

    private End greater;

    @BeforeEach
    void open() throws IOException {
        ServerSocketChannel first = ServerSocketChannel.open().bind(null);
        ServerSocketChannel second = ServerSocketChannel.open().bind(null);
        MeshAddress one = MeshAddress.create("node", port(first));
        MeshAddress two = MeshAddress.create("node", port(second));
        lesser = end(first, new MeshLink("mesh", new ProcId("job", 0), one, new ProcId("job", 1), two));
        greater = end(second, new MeshLink("mesh", new ProcId("job", 1), two, new ProcId("job", 0), one));
    }

    private static int port(ServerSocketChannel server) throws IOException {
        return ((InetSocketAddress) server.getLocalAddress()).getPort();
    }

    private static End end(ServerSocketChannel server, MeshLink link) {
        return new End(server, link, new MeshListener(server, List.of(link)));
    }

    @AfterEach
    void close() {
        for (End end : List.of(lesser, greater)) {
            end.listener().close();
            end.link().close();
        }
    }

    private static SocketChannel connect(End end) throws IOException {
        return end.link().connect(System.nanoTime() + LIMIT);
    }

    private End end(boolean isLesser) {
        return isLesser ? lesser : greater;
    }

    /** Connects to a member that does not answer. */
    private static void connectInVain(End end) {
        assertThatExceptionOfType(SocketTimeoutException.class)
                .isThrownBy(() -> end.link().connect(System.nanoTime() + BRIEF));
    }

    private static void assertConnected(SocketChannel one, SocketChannel two) throws IOException {
        for (int number = 0; number < 3; number++) {
            one.write(ByteBuffer.wrap(new byte[] {(byte) number}));
            assertThat(MeshLink.read(two, 1, System.nanoTime() + LIMIT)).containsExactly(number);
            two.write(ByteBuffer.wrap(new byte[] {(byte) -number}));
            assertThat(MeshLink.read(one, 1, System.nanoTime() + LIMIT)).containsExactly(-number);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMemberThatWasLateIsConnectedAgain(boolean isLesser) throws IOException {
        End late = end(isLesser);
        End other = end(!isLesser);
        connectInVain(other);
        connectInVain(other);
        late.listener().start();
        assertConnected(connect(other), connect(late));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMemberThatWasLateConnectsItself(boolean isLesser) throws IOException {
        End late = end(isLesser);
        End other = end(!isLesser);
        connectInVain(other);
        other.listener().start();
        late.listener().start();
        awaitGreetings(late);
        assertConnected(connect(late), connect(other));
    }

    /** Waits until a member has answered those that connected before. */
    private static void awaitGreetings(End end) throws IOException {
        try (SocketChannel stranger = connectedTo(end)) {
            stranger.write(ByteBuffer.allocate(MeshLink.GREETING_BYTES));
            assertThat(stranger.socket().getInputStream().read()).isNegative();
        }
    }

    private static SocketChannel connectedTo(End end) throws IOException {
        return SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port(end.server())));
    }

    @Test
    void theLastAttemptCountsInWhicheverOrderTheyArrive() throws IOException {
        greater.listener().start();
        try (SocketChannel first = connectedTo(greater);
                SocketChannel second = connectedTo(greater);
                SocketChannel third = connectedTo(greater)) {
            greet(first, 1);
            byte[] accepts = readAnswer(first);
            greet(third, 3);
            assertThat(readAnswer(third)).isEqualTo(accepts);
            greet(second, 2);
            assertThat(readAnswer(second)).isNotEqualTo(accepts);
            assertThat(first.socket().getInputStream().read()).isNegative();
            assertConnected(third, connect(greater));
        }
    }

    private void greet(SocketChannel channel, int attempt) throws IOException {
        channel.write(ByteBuffer.allocate(MeshLink.GREETING_BYTES)
                .put(greater.link().greeting())
                .putInt(attempt)
                .flip());
    }

    private static byte[] readAnswer(SocketChannel channel) throws IOException {
        return MeshLink.read(channel, MeshLink.GREETING_BYTES - Integer.BYTES, System.nanoTime() + LIMIT);
    }

    /** The greater one has given up while the lesser one connects, which hears of both, one after the other. */
    @Test
    void anAnswerTakesThePlaceOfAnAttemptThatWasGivenUp() throws Exception {
        SocketChannel givenUp = connectedTo(lesser);
        givenUp.write(ByteBuffer.allocate(MeshLink.GREETING_BYTES)
                .put(lesser.link().greeting())
                .putInt(1)
                .flip());
        CompletableFuture<SocketChannel> connected = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                connected.complete(connect(lesser));
            } catch (Throwable e) {
                connected.completeExceptionally(e);
            }
        });
        SocketChannel channel = greater.server().accept();
        ByteBuffer greeting =
                ByteBuffer.wrap(MeshLink.read(channel, MeshLink.GREETING_BYTES, System.nanoTime() + LIMIT));
        lesser.listener().start();
        lesser.link().await(System.nanoTime() + LIMIT);
        givenUp.close();
        assertThat(greater.link().accept(channel, greeting.getInt(MeshLink.GREETING_BYTES - Integer.BYTES)))
                .isTrue();
        assertConnected(connected.get(LIMIT, TimeUnit.NANOSECONDS), channel);
    }

    /** They come one after the other. A listener that waits for the first ones before it accepts more needs 11 s. */
    @Test
    void strangersKeepNoMemberWaiting() throws IOException {
        greater.listener().start();
        List<SocketChannel> strangers = new ArrayList<>();
        long begun = System.nanoTime();
        try {
            for (int i = 0; i < 400; i++) {
                strangers.add(connectedTo(greater));
                awaitGreetings(greater);
            }
            assertConnected(connect(lesser), connect(greater));
            assertThat(System.nanoTime() - begun).isLessThan(TimeUnit.SECONDS.toNanos(8));
            // The oldest is closed when there are too many, and the last one after half a second.
            assertThat(strangers.getFirst().socket().getInputStream().read()).isNegative();
            assertThat(strangers.getLast().socket().getInputStream().read()).isNegative();
        } finally {
            for (SocketChannel stranger : strangers) {
                stranger.close();
            }
        }
    }

    @Test
    void aClosedLinkRefusesAttempts() throws IOException {
        greater.link().close();
        greater.listener().start();
        try (SocketChannel channel = connectedTo(greater)) {
            greet(channel, 1);
            // The answer is not that of an accepted attempt, and the end of the connection follows.
            assertThat(channel.socket().getInputStream().readAllBytes())
                    .hasSize(MeshLink.GREETING_BYTES - Integer.BYTES);
        }
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> connect(greater))
                .withMessageContaining("the mesh is closed");
    }
}
