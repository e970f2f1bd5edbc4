// SPDX-License-Identifier: Apache-2.0
package org.pmixj.collectives;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Accepts the connections of members, and closes all others. */
final class MeshListener implements Closeable {
    /** How long a connection may say nothing. A member greets at once. */
    private static final long SILENCE = TimeUnit.SECONDS.toNanos(5);
    /** How many connections more than members may be silent at a time. If there are more, the oldest is closed. */
    static final int STRANGERS = 16;
    /** A member of a busy machine may need so long to greet. */
    private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(500);
    /** How long a failed accept pauses, such as for want of file descriptors. */
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

    private final ServerSocketChannel server;
    private final Map<ByteBuffer, MeshLink> links = new HashMap<>();
    /** The connections that have not greeted, in the order in which they came, and when that was. */
    private final SequencedMap<SocketChannel, Long> silent = new LinkedHashMap<>();

    MeshListener(ServerSocketChannel server, Collection<MeshLink> links) {
        this.server = server;
        links.forEach(link -> this.links.put(link.greeting(), link));
    }

    void start() {
        Thread.ofVirtual().name("pmixj-mesh").start(this::accept);
    }

    private void accept() {
        while (server.isOpen()) {
            try {
                SocketChannel channel = server.accept();
                add(channel);
                // A silent connection keeps no member waiting.
                Thread.ofVirtual().name("pmixj-mesh-greeting").start(() -> greet(channel));
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) {
                LockSupport.parkNanos(PAUSE);
            }
        }
    }

    private void add(SocketChannel channel) {
        Map.Entry<SocketChannel, Long> oldest;
        synchronized (silent) {
            silent.put(channel, System.nanoTime());
            oldest = silent.size() > links.size() + STRANGERS ? silent.firstEntry() : null;
        }
        if (oldest != null) {
            LockSupport.parkNanos(oldest.getValue() + PATIENCE - System.nanoTime());
            if (isSilent(oldest.getKey())) {
                close(oldest.getKey());
            }
        }
    }

    private boolean isSilent(SocketChannel channel) {
        synchronized (silent) {
            return silent.containsKey(channel);
        }
    }

    private void greet(SocketChannel channel) {
        boolean isKept = false;
        try {
            byte[] bytes = MeshLink.read(channel, MeshLink.GREETING_BYTES, System.nanoTime() + SILENCE);
            synchronized (silent) {
                silent.remove(channel);
            }
            ByteBuffer greeting = ByteBuffer.wrap(bytes);
            int number = greeting.getInt(MeshLink.GREETING_BYTES - Integer.BYTES);
            MeshLink link = links.get(greeting.limit(MeshLink.GREETING_BYTES - Integer.BYTES));
            isKept = link != null && waits(channel) && link.accept(channel, number);
        } catch (IOException e) {
            // It is none of a member, or the member has ended.
        } finally {
            synchronized (silent) {
                silent.remove(channel);
            }
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

    static void close(Closeable channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // There is nothing to lose.
        }
    }

    @Override
    public void close() {
        close(server);
        List<SocketChannel> strangers;
        synchronized (silent) {
            strangers = new ArrayList<>(silent.keySet());
        }
        strangers.forEach(MeshListener::close);
    }
}
