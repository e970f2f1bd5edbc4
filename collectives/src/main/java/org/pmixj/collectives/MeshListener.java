// SPDX-License-Identifier: Apache-2.0
package org.pmixj.collectives;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Accepts the connections of members, and closes all others. */
final class MeshListener implements Closeable {
    /** The nanoseconds within which a connection must greet. A member greets at once. */
    static final long SILENCE = TimeUnit.SECONDS.toNanos(5);
    /** How many connections may be silent beside one for each member. If there are more, the oldest is closed. */
    static final int CROWD = 256;
    /** The nanoseconds of the pause after a failed accept, such as for want of file descriptors. */
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

    private final ServerSocketChannel server;
    private final Map<ByteBuffer, MeshLink> links = new HashMap<>();
    /** The connections that have not greeted, in the order in which they came. */
    private final Queue<SocketChannel> silent = new ConcurrentLinkedQueue<>();
    /**
     * The thread that accepts. It is a platform thread: a virtual thread that waits in accept keeps the port open after a
     * close until it has a carrier.
     */
    private final Thread acceptor =
            Thread.ofPlatform().daemon().name("pmixj-mesh").unstarted(this::accept);

    MeshListener(ServerSocketChannel server, Collection<MeshLink> links) {
        this.server = server;
        links.forEach(link -> this.links.put(link.name(), link));
    }

    void start() {
        acceptor.start();
    }

    // The yield is a hint, on which nothing relies.
    @SuppressWarnings("ThreadPriorityCheck")
    private void accept() {
        while (server.isOpen()) {
            try {
                SocketChannel channel = server.accept();
                silent.add(channel);
                if (silent.size() > links.size() + CROWD) {
                    close(silent.poll());
                }
                long end = System.nanoTime() + SILENCE;
                // A silent connection keeps no member waiting.
                Thread.ofVirtual().name("pmixj-mesh-greeting").start(() -> greet(channel, end));
                // A member that has greeted already is answered before others are accepted.
                Thread.yield();
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) {
                LockSupport.parkNanos(PAUSE);
            }
        }
    }

    private void greet(SocketChannel channel, long end) {
        boolean isKept = false;
        try {
            byte[] nonce = MeshLink.nonce();
            channel.write(ByteBuffer.wrap(nonce));
            byte[] greeting = MeshLink.read(channel, MeshLink.GREETING_BYTES, end);
            silent.remove(channel);
            MeshLink link = links.get(ByteBuffer.wrap(greeting, 0, MeshLink.NAME_BYTES));
            isKept = link != null && waits(channel) && link.accept(channel, nonce, greeting);
        } catch (IOException e) {
            // The connection is not one of a member, or the member has ended.
        } finally {
            silent.remove(channel);
            if (!isKept) {
                close(channel);
            }
        }
    }

    /** Returns whether the other end waits for the answer: it may have closed the connection when its time was over. */
    private static boolean waits(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        boolean isQuiet = channel.read(ByteBuffer.allocate(1)) == 0;
        channel.configureBlocking(true);
        return isQuiet;
    }

    static void close(@Nullable Closeable channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            // There is nothing to lose.
        }
    }

    /** Closes all that has not greeted. Nothing listens at the port afterwards, unless the caller is interrupted. */
    @Override
    public void close() {
        close(server);
        LockSupport.unpark(acceptor);
        try {
            // The close wakes the thread that accepts. Until that has ended, the kernel keeps the port open.
            acceptor.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        silent.forEach(MeshListener::close);
    }
}
