// SPDX-License-Identifier: Apache-2.0
package org.pmixj.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmixj.ProcId;
import org.pmixj.it.support.Await;

/** Connections of two members, of which one accepts late. It waits so long that it runs beside others, and not in its module. */
class MeshLinkIT {
    private static final int CONNECT_MILLIS = 1000;

    private static final long LIMIT = TimeUnit.SECONDS.toNanos(60);
    private static final long BRIEF = TimeUnit.MILLISECONDS.toNanos(200);

    /** A member: where it listens, and its end of the connection. */
    private record End(ServerSocketChannel server, MeshAddress address, MeshLink link, MeshListener listener) {}

    /** If both attempt at once, the attempt of the greater one counts. */
    private End lesser;

    private End greater;

    @BeforeEach
    void open() throws IOException {
        ServerSocketChannel first = ServerSocketChannel.open().bind(null);
        ServerSocketChannel second = ServerSocketChannel.open().bind(null);
        MeshAddress one = MeshAddress.create("node", port(first));
        MeshAddress two = MeshAddress.create("node", port(second));
        lesser = end(first, one, new MeshLink("mesh", new ProcId("job", 0), one, new ProcId("job", 1), two));
        greater = end(second, two, new MeshLink("mesh", new ProcId("job", 1), two, new ProcId("job", 0), one));
    }

    private static int port(ServerSocketChannel server) throws IOException {
        return ((InetSocketAddress) server.getLocalAddress()).getPort();
    }

    private static End end(ServerSocketChannel server, MeshAddress address, MeshLink link) {
        return new End(server, address, link, new MeshListener(server, List.of(link)));
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
            assertHasOnlyNonce(stranger);
        }
    }

    /** Waits until the other end has closed a connection that it did not answer. */
    private static void assertHasOnlyNonce(SocketChannel channel) throws IOException {
        assertThat(channel.socket().getInputStream().readAllBytes()).hasSize(MeshLink.NONCE_BYTES);
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
            byte[] nonce = greet(first, 1);
            assertThat(readAnswer(first)).isEqualTo(answerOf(greater, true, 1, nonce));
            nonce = greet(third, 3);
            assertThat(readAnswer(third)).isEqualTo(answerOf(greater, true, 3, nonce));
            nonce = greet(second, 2);
            assertThat(readAnswer(second)).isEqualTo(answerOf(greater, false, 2, nonce));
            assertThat(first.socket().getInputStream().read()).isNegative();
            assertConnected(third, connect(greater));
        }
    }

    /** Returns what an end sends to the other one first. */
    private byte[] greetingOf(End end, int attempt, byte[] nonce) {
        return MeshLink.greeting(end.address(), other(end).address(), attempt, nonce);
    }

    /** Returns how an end answers the other one. */
    private byte[] answerOf(End end, boolean accepts, int attempt, byte[] nonce) {
        return MeshLink.answer(accepts, other(end).address(), end.address(), attempt, nonce);
    }

    private End other(End end) {
        return end(end.equals(greater));
    }

    /** Greets the greater one as the lesser one does, and returns its nonce. */
    private byte[] greet(SocketChannel channel, int attempt) throws IOException {
        byte[] nonce = readNonce(channel);
        channel.write(ByteBuffer.wrap(greetingOf(lesser, attempt, nonce)));
        return nonce;
    }

    private static byte[] readNonce(SocketChannel channel) throws IOException {
        return MeshLink.read(channel, MeshLink.NONCE_BYTES, System.nanoTime() + LIMIT);
    }

    private static byte[] readAnswer(SocketChannel channel) throws IOException {
        return MeshLink.read(channel, MeshLink.PROOF_BYTES, System.nanoTime() + LIMIT);
    }

    /** Somebody has read what a member has sent, and sends it again, also with the number of a later attempt. */
    @Test
    void aGreetingCountsOnce() throws IOException {
        greater.listener().start();
        SocketChannel member = connectedTo(greater);
        byte[] nonce = readNonce(member);
        byte[] greeting = greetingOf(lesser, 1, nonce);
        member.write(ByteBuffer.wrap(greeting));
        assertThat(readAnswer(member)).isEqualTo(answerOf(greater, true, 1, nonce));
        for (int number : new int[] {1, Integer.MAX_VALUE}) {
            try (SocketChannel stranger = connectedTo(greater)) {
                stranger.write(ByteBuffer.wrap(greeting.clone()).putInt(MeshLink.NAME_BYTES, number));
                assertHasOnlyNonce(stranger);
            }
            // The nonce is the same.
            try (SocketChannel stranger = connectedTo(greater)) {
                byte[] other = ByteBuffer.wrap(greeting.clone())
                        .putInt(MeshLink.NAME_BYTES, number)
                        .array();
                assertThat(greater.link().accept(stranger, nonce, other)).isFalse();
            }
        }
        assertConnected(member, connect(greater));
    }

    /** The greater one has accepted an attempt that the lesser one has given up, and has an end that is dead. */
    @Test
    void bothConnectAfterAnAttemptThatWasGivenUp() throws IOException {
        connectInVain(lesser);
        greater.listener().start();
        SocketChannel givenUp = connectedTo(greater);
        byte[] nonce = greet(givenUp, 1);
        assertThat(readAnswer(givenUp)).isEqualTo(answerOf(greater, true, 1, nonce));
        givenUp.close();
        connect(greater);
        assertConnected(connect(lesser), connect(greater));
    }

    /** Two threads connect to one member. When the first one gives up, the second one attempts to connect. */
    @Test
    void anotherThreadAttemptsAfterAFailure() throws Exception {
        CompletableFuture<SocketChannel> first = inThread(() -> greater.link().connect(System.nanoTime() + 20 * BRIEF));
        SocketChannel attempt = accept(lesser);
        CompletableFuture<SocketChannel> second = inThread(() -> connect(greater));
        assertThat(first).failsWithin(Duration.ofNanos(LIMIT));
        attempt.close();
        lesser.listener().start();
        assertConnected(second.get(LIMIT, TimeUnit.NANOSECONDS), connect(lesser));
    }

    /** The attempt of this one fails, since the other one closes it. */
    @Test
    void aFailureWithAConnectionIsNone() throws Exception {
        CompletableFuture<SocketChannel> connected = inThread(() -> connect(lesser));
        SocketChannel attempt = accept(greater);
        lesser.listener().start();
        SocketChannel own = connect(greater);
        attempt.close();
        assertConnected(connected.get(LIMIT, TimeUnit.NANOSECONDS), own);
    }

    /** The attempt of this one fails after the other one has been answered, and before the connection is kept. */
    @Test
    void aFailureWaitsForAnAnswerThatIsUnderWay() throws Exception {
        CompletableFuture<SocketChannel> connected = new CompletableFuture<>();
        Thread thread = Thread.ofPlatform().start(() -> {
            try {
                connected.complete(connect(lesser));
            } catch (IOException e) {
                connected.completeExceptionally(e);
            }
        });
        SocketChannel attempt = accept(greater);
        SocketChannel own = connectedTo(lesser);
        SocketChannel channel = accept(lesser);
        byte[] nonce = MeshLink.nonce();
        synchronized (lesser.link()) {
            attempt.close();
            while (thread.getState() != Thread.State.BLOCKED && thread.isAlive()) {
                Thread.sleep(1);
            }
            assertThat(lesser.link().accept(channel, nonce, greetingOf(greater, 1, nonce)))
                    .isTrue();
        }
        assertThat(readAnswer(own)).isEqualTo(answerOf(lesser, true, 1, nonce));
        assertConnected(connected.get(LIMIT, TimeUnit.NANOSECONDS), own);
    }

    /** Accepts an attempt in place of a listener. */
    private static SocketChannel accept(End end) throws Exception {
        return inThread(() -> end.server().accept()).get(LIMIT, TimeUnit.NANOSECONDS);
    }

    private static <T> CompletableFuture<T> inThread(Callable<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                result.complete(task.call());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    /** The greater one has given up while the lesser one connects, which hears of both, one after the other. */
    @Test
    void anAnswerTakesThePlaceOfAnAttemptThatWasGivenUp() throws Exception {
        SocketChannel givenUp = connectedTo(lesser);
        CompletableFuture<SocketChannel> connected = inThread(() -> connect(lesser));
        SocketChannel channel = accept(greater);
        byte[] nonce = MeshLink.nonce();
        channel.write(ByteBuffer.wrap(nonce));
        byte[] greeting = MeshLink.read(channel, MeshLink.GREETING_BYTES, System.nanoTime() + LIMIT);
        lesser.listener().start();
        givenUp.write(ByteBuffer.wrap(greetingOf(greater, 1, readNonce(givenUp))));
        connect(lesser);
        givenUp.close();
        assertThat(greater.link().accept(channel, nonce, greeting)).isTrue();
        assertConnected(connected.get(LIMIT, TimeUnit.NANOSECONDS), channel);
    }

    /**
     * The strangers come one after the other. A listener that waits for the first ones before it accepts more closes
     * the first one before the last one comes.
     */
    @Test
    void strangersKeepNoMemberWaiting() throws IOException {
        greater.listener().start();
        List<SocketChannel> strangers = new ArrayList<>();
        long begun = System.nanoTime();
        try {
            for (int i = 0; i < MeshListener.CROWD; i++) {
                strangers.add(connectedTo(greater));
                awaitGreetings(greater);
            }
            boolean isFirstOpen = isQuiet(strangers.getFirst());
            // On a busy machine it may have been silent for too long.
            assertThat(isFirstOpen || System.nanoTime() - begun > MeshListener.SILENCE)
                    .isTrue();
            assertConnected(connect(lesser), connect(greater));
            for (int i = 0; i < MeshListener.CROWD; i++) {
                strangers.add(connectedTo(greater));
            }
            // The oldest is closed when there are too many, and the last one when it was silent too long.
            assertThat(strangers.getFirst().socket().getInputStream().read()).isNegative();
            assertHasOnlyNonce(strangers.getLast());
        } finally {
            for (SocketChannel stranger : strangers) {
                stranger.close();
            }
        }
    }

    /** Returns whether a connection is open, after its nonce. */
    private static boolean isQuiet(SocketChannel channel) throws IOException {
        readNonce(channel);
        channel.configureBlocking(false);
        boolean isQuiet = channel.read(ByteBuffer.allocate(1)) == 0;
        channel.configureBlocking(true);
        return isQuiet;
    }

    @Test
    void aClosedLinkRefusesAttempts() throws IOException {
        greater.link().close();
        refusesAttempts();
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> connect(greater))
                .withMessageContaining("the mesh is closed");
    }

    /** The other one has departed, as far as this one knows. */
    @Test
    void aFailedLinkRefusesAttempts() throws IOException {
        greater.link().fail("job:0 left");
        refusesAttempts();
    }

    /** The lesser one learns of it at once. An answer by which the greater one yields would keep it waiting. */
    private void refusesAttempts() throws IOException {
        greater.listener().start();
        try (SocketChannel channel = connectedTo(greater)) {
            greet(channel, 1);
            assertThat(channel.socket().getInputStream().read()).isNegative();
        }
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> connect(lesser))
                .withMessage("mesh: the connection to job:1 failed: the other end has closed the connection");
    }

    /** A greeting that was read before the end arrives after it, with a later attempt. */
    @Test
    void aClosedLinkStaysClosed() throws IOException {
        greater.listener().start();
        try (SocketChannel first = connectedTo(greater);
                SocketChannel second = connectedTo(greater)) {
            greet(first, 1);
            readAnswer(first);
            SocketChannel connection = connect(greater);
            byte[] nonce = readNonce(second);
            greater.link().close();
            assertThat(greater.link().accept(second, nonce, greetingOf(lesser, 2, nonce)))
                    .isFalse();
            assertThat(connect(greater)).isSameAs(connection);
            assertThat(connection.isOpen()).isFalse();
        }
    }

    /** Returns whether nothing listens at a port of this host. */
    private static boolean refuses(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            return false;
        } catch (SocketTimeoutException e) {
            // So many connections wait to be accepted that there is no room for one more.
            return false;
        } catch (ConnectException e) {
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Nothing listens at the port after a close, even if no carrier of a virtual thread is free. A program that another test
     * starts at this moment has the port, too, until it runs.
     */
    @Test
    void aClosedListenerRefusesConnections() throws Exception {
        lesser.listener().start();
        int port = port(lesser.server());
        try (SocketChannel stranger = connectedTo(lesser)) {
            readNonce(stranger);
        }
        AtomicBoolean isBusy = new AtomicBoolean(true);
        int carriers = Runtime.getRuntime().availableProcessors();
        CountDownLatch busy = new CountDownLatch(carriers);
        List<Thread> computing = new ArrayList<>();
        try {
            for (int i = 0; i < carriers; i++) {
                computing.add(Thread.ofVirtual().start(() -> {
                    busy.countDown();
                    while (isBusy.get()) {
                        Thread.onSpinWait();
                    }
                }));
            }
            busy.await();
            lesser.listener().close();
            Await.until("the port refuses connections", () -> refuses(port));
        } finally {
            isBusy.set(false);
            for (Thread thread : computing) {
                thread.join();
            }
        }
    }
}
