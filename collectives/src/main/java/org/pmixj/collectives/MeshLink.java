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
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;

/**
 * Represents one end of the connection between two members. Either of them connects. If both do so at once, the attempt of the greater
 * one counts: the other end answers it, and refuses the own one's.
 *
 * <p>The process that connects sends a hash of both addresses, which only members know, and the other one answers with
 * another hash of them. So no process that listens at the port of a member that has ended learns a secret.
 *
 * <p>An attempt may end when its time is over, while the other end accepts it. So each has a number, and a later one takes
 * the place of an earlier one that was accepted: a member attempts again only if it has no connection itself.
 */
final class MeshLink {
    private static final int PROOF_BYTES = 32;
    /** A proof and the number of the attempt. */
    static final int GREETING_BYTES = PROOF_BYTES + Integer.BYTES;

    private final String what;
    private final MeshAddress own;
    private final MeshAddress other;
    private final boolean counts;
    /** Another one takes its place if its channel has ended. Written while this is locked. */
    private volatile CompletableFuture<SocketChannel> connection = new CompletableFuture<>();
    /** Whether a thread of this process connects. Guarded by this. */
    private boolean connecting;
    /** How many attempts this process has started. Guarded by this. */
    private int attempts;
    /** The number of the other member's attempt that is the connection; 0 if none is. Guarded by this. */
    private int accepted;
    /** The channel that this thread has opened. */
    private volatile @Nullable SocketChannel attempted;

    MeshLink(String mesh, ProcId self, MeshAddress own, ProcId peer, MeshAddress other) {
        this.what = mesh + ": the connection to " + peer;
        this.own = own;
        this.other = other;
        this.counts = self.compareTo(peer) > 0;
    }

    /** Returns whether the attempt of this process counts. */
    boolean counts() {
        return counts;
    }

    private static byte[] proof(String word, MeshAddress from, MeshAddress to) {
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest((word + "\n" + from + "\n" + to).getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    /** Returns what the other member sends first, before the number of its attempt. */
    ByteBuffer greeting() {
        return ByteBuffer.wrap(proof("connect", other, own));
    }

    /** Reads bytes from a connection, or throws. */
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
    SocketChannel connect(long deadline) throws IOException {
        int number = start();
        if (number > 0) {
            try {
                attempt(number, deadline);
            } catch (IOException e) {
                if (!connection.isCompletedExceptionally()) {
                    throw failed(e);
                }
                // The attempt was ended: await() knows why.
            } finally {
                synchronized (this) {
                    connecting = false;
                }
            }
        }
        return await(deadline);
    }

    /** Returns the number of an attempt to start now; 0 if none is needed. */
    private synchronized int start() {
        if (connecting || connection.isDone()) {
            return 0;
        }
        connecting = true;
        return ++attempts;
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
            ByteBuffer greeting = ByteBuffer.allocate(GREETING_BYTES)
                    .put(proof("connect", own, other))
                    .putInt(number);
            channel.write(greeting.flip());
            byte[] answer = read(channel, PROOF_BYTES, deadline);
            if (MessageDigest.isEqual(answer, proof("accept", own, other))) {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                // An attempt of the other member that was accepted meanwhile has ended, else it would yield.
                isKept = keep(channel, 0);
            } else if (!MessageDigest.isEqual(answer, proof("yield", own, other))) {
                throw new IOException("another process answers at " + address);
            }
        } finally {
            if (!isKept) {
                channel.close();
            }
        }
    }

    /** Waits for the connection, whoever makes it. */
    SocketChannel await(long deadline) throws IOException {
        try {
            return connection.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
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
     * Answers an attempt of the other member. Returns whether it is the connection.
     *
     * @param number of the attempt, 1 or more
     */
    synchronized boolean accept(SocketChannel channel, int number) throws IOException {
        boolean accepts = connection.isDone() ? accepted > 0 && number > accepted : !(connecting && counts);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        // Before anybody else can write to it.
        channel.write(ByteBuffer.wrap(proof(accepts ? "accept" : "yield", other, own)));
        return accepts && keep(channel, number);
    }

    /**
     * Takes a channel for the connection, also in place of one that has ended. Returns false if the link has failed.
     *
     * @param attempt the number of the other member's attempt; 0 for an own one
     */
    private synchronized boolean keep(SocketChannel channel, int attempt) {
        if (!connection.complete(channel)) {
            if (connection.isCompletedExceptionally()) {
                return false;
            }
            MeshListener.close(connection.join());
            connection = CompletableFuture.completedFuture(channel);
        }
        accepted = attempt;
        return true;
    }

    /** Ends the waits for the connection, now and later, if there is none. */
    synchronized void fail(String why) {
        SocketChannel channel = connection.completeExceptionally(new IOException(why)) ? attempted : null;
        if (channel != null) {
            MeshListener.close(channel);
        }
    }

    synchronized void close() {
        fail("the mesh is closed");
        if (!connection.isCompletedExceptionally()) {
            MeshListener.close(connection.join());
        }
    }
}
