// SPDX-License-Identifier: Apache-2.0
package org.pmixj.collectives;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;

/**
 * Represents one end of the connection between two members. Either of them connects. If both do so at once, the attempt of
 * the greater process counts: that process refuses the other attempt, and the lesser one accepts.
 *
 * <p>The process that accepts sends a random nonce. The process that connects sends a hash of it and of both addresses, which
 * only members know, and the other one answers with another hash of them. So no process that listens at the port of a
 * member that has ended learns a secret, and nobody who has read a greeting or an answer can send it again.
 *
 * <p>An attempt may end when its time is over, while the other end accepts it. So each has a number, and a later one takes
 * the place of an earlier one that was accepted: a member attempts again only if it has no connection itself.
 */
final class MeshLink {
    static final int NONCE_BYTES = 16;
    static final int PROOF_BYTES = 32;
    /** The part of a greeting that says who greets whom; it proves nothing. */
    static final int NAME_BYTES = 8;
    /** A name, the number of the attempt, and a proof. */
    static final int GREETING_BYTES = NAME_BYTES + Integer.BYTES + PROOF_BYTES;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final String what;
    private final MeshAddress own;
    private final MeshAddress other;
    /** Whether the attempt of this process counts if both connect at once. */
    private final boolean counts;
    /** The connection. A new future replaces it when its channel has ended. Written while this is locked. */
    private volatile CompletableFuture<SocketChannel> connection = new CompletableFuture<>();
    /**
     * The attempt of this process that is under way. If it ends without an answer, it is completed, and one of the threads
     * that wait for it attempts itself. Guarded by this.
     */
    private @Nullable CompletableFuture<Object> connecting;
    /** Guarded by this. */
    private boolean closed;
    /** How many attempts this process has started. */
    private final AtomicInteger attempts = new AtomicInteger();
    /** The number of the other member's attempt that is the connection; 0 if none is. Guarded by this. */
    private int accepted;
    /** The channel of the last attempt of this process, which another thread may end. */
    private volatile @Nullable SocketChannel attempted;

    MeshLink(String mesh, ProcId self, MeshAddress own, ProcId peer, MeshAddress other) {
        this.what = mesh + ": the connection to " + peer;
        this.own = own;
        this.other = other;
        this.counts = self.compareTo(peer) > 0;
    }

    private static byte[] hash(Object... words) {
        byte[] text = Arrays.toString(words).getBytes(StandardCharsets.UTF_8);
        try {
            return MessageDigest.getInstance("SHA-256").digest(text);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    /** Returns random bytes: a secret, or those with which this process begins a connection that it accepts. */
    static byte[] nonce() {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        return nonce;
    }

    /** Returns how the greetings of the other member begin. */
    ByteBuffer name() {
        return ByteBuffer.wrap(hash("name", other, own), 0, NAME_BYTES);
    }

    /**
     * Returns what a process that connects sends first.
     *
     * @param number of the attempt, 1 or more
     * @param nonce what the process that accepts has sent
     */
    static byte[] greeting(MeshAddress from, MeshAddress to, int number, byte[] nonce) {
        return ByteBuffer.allocate(GREETING_BYTES)
                .put(hash("name", from, to), 0, NAME_BYTES)
                .putInt(number)
                .put(hash("connect", from, to, number, HexFormat.of().formatHex(nonce)))
                .array();
    }

    /** Returns how a process answers an attempt to connect to it. */
    static byte[] answer(boolean accepts, MeshAddress from, MeshAddress to, int number, byte[] nonce) {
        return hash(
                accepts ? "accept" : "yield", from, to, number, HexFormat.of().formatHex(nonce));
    }

    /** Reads so many bytes, or throws if the time of {@link System#nanoTime} is over, or the other end closes it. */
    static byte[] read(SocketChannel channel, int size, long deadline) throws IOException {
        byte[] bytes = new byte[size];
        InputStream in = channel.socket().getInputStream();
        int count = 0;
        while (count < size) {
            channel.socket().setSoTimeout(millis(deadline));
            int more = in.read(bytes, count, size - count);
            if (more < 0) {
                throw new EOFException("the other end has closed the connection");
            }
            count += more;
        }
        channel.socket().setSoTimeout(0);
        return bytes;
    }

    private static int millis(long deadline) throws SocketTimeoutException {
        long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (millis <= 0) {
            throw new SocketTimeoutException("the time is over");
        }
        return (int) Math.min(millis, Integer.MAX_VALUE);
    }

    // --- connect ---------------------------------------------------------------------------------------------------

    /** Connects, unless that was done or is under way, and waits for the connection. */
    // An attempt equals itself alone.
    @SuppressWarnings("ReferenceEquality")
    SocketChannel connect(long deadline) throws IOException {
        CompletableFuture<Object> own = new CompletableFuture<>();
        for (CompletableFuture<Object> running = start(own); running != null; running = start(own)) {
            if (running == own) {
                attempt(own, deadline);
                break;
            }
            // Another thread attempts. If that fails, this one has the rest of its time.
            get(CompletableFuture.anyOf(connection, running), deadline);
        }
        return get(connection, deadline);
    }

    /** Returns the attempt that is under way, which is the own one if there was none; null if none is needed. */
    private synchronized @Nullable CompletableFuture<Object> start(CompletableFuture<Object> own) {
        if (connection.isDone()) {
            return null;
        } else if (connecting == null) {
            connecting = own;
        }
        return connecting;
    }

    @SuppressWarnings("ReferenceEquality")
    private void attempt(CompletableFuture<Object> own, long deadline) throws IOException {
        boolean isAnswered = false;
        try {
            attempt(attempts.incrementAndGet(), deadline);
            isAnswered = true;
        } catch (IOException e) {
            synchronized (this) {
                // In one step: this end must not yield for an attempt that has failed. And a listener that has the lock
                // may have answered the other member, and keeps the connection next.
                connecting = null;
                if (!connection.isDone()) {
                    throw failed(e);
                }
            }
            // The attempt was ended, and the connection knows why, or the other member's was accepted.
        } finally {
            synchronized (this) {
                // Another thread may attempt since the failure.
                connecting = connecting == own ? null : connecting;
            }
            if (!isAnswered) {
                own.complete(this);
            }
        }
    }

    private void attempt(int number, long deadline) throws IOException {
        InetSocketAddress address = other.from(own);
        if (address.isUnresolved()) {
            throw new UnknownHostException("there is no host " + other.host());
        }
        SocketChannel channel = SocketChannel.open();
        attempted = channel;
        boolean isKept = false;
        try {
            if (connection.isDone()) {
                return;
            }
            channel.socket().connect(address, millis(deadline));
            byte[] nonce = read(channel, NONCE_BYTES, deadline);
            channel.write(ByteBuffer.wrap(greeting(own, other, number, nonce)));
            byte[] answer = read(channel, PROOF_BYTES, deadline);
            if (MessageDigest.isEqual(answer, answer(true, own, other, number, nonce))) {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                // The other member waits for no attempt of its own, else it would yield. One that was accepted here
                // meanwhile was given up.
                isKept = keep(channel, 0);
            } else if (!MessageDigest.isEqual(answer, answer(false, own, other, number, nonce))) {
                throw new IOException("another process answers at " + address);
            }
        } finally {
            if (!isKept) {
                channel.close();
            }
        }
    }

    private <T> T get(CompletableFuture<T> future, long deadline) throws IOException {
        try {
            return future.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new SocketTimeoutException(what + " was not made in time");
        } catch (ExecutionException e) {
            throw failed(Objects.requireNonNull(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException(what + " was interrupted").initCause(e);
        }
    }

    private IOException failed(Throwable cause) {
        String text = what + " failed: " + cause.getMessage();
        return cause instanceof SocketTimeoutException
                ? (IOException) new SocketTimeoutException(text).initCause(cause)
                : new IOException(text, cause);
    }

    // --- accept, end -------------------------------------------------------------------------------------------------

    /**
     * Answers an attempt of the other member. Returns whether it is the connection. An end that is closed or has failed
     * answers nothing: the other one would wait for an attempt of this one. A listener may still accept while it closes.
     *
     * @param nonce what this process has sent
     * @param greeting the bytes that arrived; anybody who knows the name can send them
     */
    synchronized boolean accept(SocketChannel channel, byte[] nonce, byte[] greeting) throws IOException {
        int number = ByteBuffer.wrap(greeting).getInt(NAME_BYTES);
        boolean isMember = MessageDigest.isEqual(greeting, greeting(other, own, number, nonce));
        if (!isMember || closed || connection.isCompletedExceptionally()) {
            return false;
        }
        boolean accepts = connection.isDone() ? accepted > 0 && number > accepted : !(connecting != null && counts);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        // Before anybody else can write to it.
        channel.write(ByteBuffer.wrap(answer(accepts, other, own, number, nonce)));
        return accepts && keep(channel, number);
    }

    /**
     * Makes a channel the connection. It may replace a channel that has ended. Returns false if the link has failed or
     * is closed.
     *
     * @param attempt the number of the other member's attempt; 0 for an own one
     */
    private synchronized boolean keep(SocketChannel channel, int attempt) {
        if (closed || connection.isCompletedExceptionally()) {
            return false;
        }
        if (!connection.complete(channel)) {
            MeshListener.close(connection.join());
            connection = CompletableFuture.completedFuture(channel);
        }
        accepted = attempt;
        return true;
    }

    /** Ends the waits for the connection, now and later, if there is none. */
    synchronized void fail(String why) {
        if (connection.completeExceptionally(new IOException(why))) {
            MeshListener.close(attempted);
        }
    }

    synchronized void close() {
        closed = true;
        fail("the mesh is closed");
        // If there is a connection, fail() has kept the channel of the attempt, which may be that one.
        MeshListener.close(attempted);
        if (!connection.isCompletedExceptionally()) {
            MeshListener.close(connection.join());
        }
    }
}
