// SPDX-License-Identifier: Apache-2.0
package org.pmixj.samples;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.pmixj.PmixException;
import org.pmixj.collectives.Mesh;
import org.pmixj.group.Group;
import org.pmixj.samples.Plate.Side;

/**
 * Holds connections to the ranks beside, above and below this one. The ranks of a row are a group, and so are those of a column:
 * in each the members open a mesh of sockets, and each connects to the next one. PMIx carries the addresses, and the sockets
 * carry the data.
 */
final class Neighbours implements AutoCloseable {
    private static final Duration BOUND = Duration.ofSeconds(30);

    private final List<Mesh> meshes = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();
    private final Selector selector;

    /**
     * Connects the members of both groups; all of them call it.
     *
     * @throws IOException if a neighbour has ended, or does not come within a time
     */
    Neighbours(Group row, Group column) throws IOException {
        selector = Selector.open();
        try {
            connect(row, Side.LEFT, Side.RIGHT);
            connect(column, Side.UP, Side.DOWN);
        } catch (PmixException.MemberLost e) {
            close();
            throw new IOException("a neighbour has ended", e);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void connect(Group line, Side before, Side after) throws IOException {
        // --8<-- [start:mesh]
        Mesh mesh = Mesh.open(line, BOUND);
        meshes.add(mesh);
        if (line.rank() + 1 < line.size()) {
            links.add(new Link(after, mesh.connect(line.rank() + 1)));
        }
        if (line.rank() > 0) {
            links.add(new Link(before, mesh.connect(line.rank() - 1)));
        }
        // --8<-- [end:mesh]
    }

    /**
     * Sends the edges of a plate to the neighbours, and receives its halo from them.
     *
     * @throws IOException if a neighbour has ended or closed its connections, or is silent for too long
     */
    void swap(Plate plate) throws IOException {
        long end = System.nanoTime() + BOUND.toNanos();
        for (Link link : links) {
            link.begin(plate.edge(link.side));
        }
        while (links.stream().anyMatch(Link::isBusy)) {
            long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
            if (left <= 0) {
                throw new SocketTimeoutException("no halo within " + BOUND.toSeconds() + " s");
            }
            selector.select(left);
            for (SelectionKey key : selector.selectedKeys()) {
                ((Link) key.attachment()).move();
            }
            selector.selectedKeys().clear();
        }
        for (Link link : links) {
            plate.setHalo(link.side, link.received());
        }
    }

    /** Closes the connections, so that a neighbour that waits for this rank waits no longer. */
    @Override
    public void close() throws IOException {
        meshes.forEach(Mesh::close);
        selector.close();
    }

    /** A connection to a neighbour. Each direction carries one edge at a time. */
    private final class Link {
        private final Side side;
        private final SocketChannel channel;
        private final SelectionKey key;
        private ByteBuffer out = ByteBuffer.allocate(0);
        private ByteBuffer in = ByteBuffer.allocate(0);

        Link(Side side, SocketChannel channel) throws IOException {
            this.side = side;
            this.channel = channel;
            channel.configureBlocking(false);
            key = channel.register(selector, 0, this);
        }

        void begin(double[] edge) throws IOException {
            if (out.capacity() == 0) {
                out = ByteBuffer.allocateDirect(edge.length * Double.BYTES);
                in = ByteBuffer.allocateDirect(edge.length * Double.BYTES);
            }
            out.clear();
            out.asDoubleBuffer().put(edge);
            in.clear();
            move();
        }

        boolean isBusy() {
            return out.hasRemaining() || in.hasRemaining();
        }

        /** Sends and receives as much as there is. */
        void move() throws IOException {
            channel.write(out);
            if (channel.read(in) < 0) {
                throw new EOFException("the neighbour " + side + " has closed its connection");
            }
            key.interestOps(
                    (out.hasRemaining() ? SelectionKey.OP_WRITE : 0) | (in.hasRemaining() ? SelectionKey.OP_READ : 0));
        }

        double[] received() {
            double[] halo = new double[in.capacity() / Double.BYTES];
            in.flip().asDoubleBuffer().get(halo);
            return halo;
        }
    }
}
