// SPDX-License-Identifier: Apache-2.0
package org.pmixj.collectives;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.event.Registration;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupEvent;
import org.pmixj.group.Members;

/**
 * Connects the members of a group by sockets, for the data of a computation: PMIx carries the addresses, and the sockets
 * carry the data. All members open it together; then each connects to those that it needs, or to all.
 *
 * {@snippet file="CollectivesSnippets.java" region="mesh"}
 *
 * <p>Two members have one connection, whichever of them connects first, and both receive it from {@link #connect}. It is a
 * {@link SocketChannel} in blocking mode, without Nagle's delay, and the caller's own: it may be registered with a
 * selector, read by a thread, or closed. No thread of this library reads it.
 *
 * <p>Both ends of a connection prove that they are members, by secrets that the members have exchanged through PMIx.
 * All other connections are closed, those that say nothing after five seconds, or sooner if there are many.
 * The members then send their data unencrypted and unsigned.
 *
 * <p>The mesh has the members that the group has when it is opened. When one departs, {@link #connect} to it fails, and a
 * connection that exists stays until one of its ends closes it: what was sent can still be read. A destruct of the group
 * closes the mesh with all its connections. A process that leaves the group closes the mesh itself; it closes no later than
 * when it is used next.
 */
public final class Mesh implements AutoCloseable {
    private final Group group;
    private final Duration timeout;
    private final int port;
    /** The other members, by rank. */
    private final Map<ProcId, MeshLink> links;

    private final MeshListener listener;
    private final Registration changes;
    private volatile boolean closed;

    private Mesh(Group group, Duration timeout, ServerSocketChannel server, Map<ProcId, MeshLink> links)
            throws IOException {
        this.group = group;
        this.timeout = timeout;
        this.links = links;
        this.port = port(server);
        this.listener = new MeshListener(server, links.values());
        this.changes = group.onChange(this::changed);
        listener.start();
        // Departures before the registration were not reported.
        for (ProcId member : Members.of(links.keySet()).difference(group.members())) {
            departed(member, "has departed");
        }
    }

    private static String name(Group group) {
        return "mesh of group '" + group.id() + "'";
    }

    private static int port(ServerSocketChannel server) throws IOException {
        return ((InetSocketAddress) server.getLocalAddress()).getPort();
    }

    /**
     * Opens a mesh: a collective, by which the members exchange where they listen. Others reach this process by the name
     * that the launcher reports of its node, and those on this node by the loopback interface.
     *
     * @param group a group of which this process is a member
     * @param timeout the time for this and for each connect, more than zero
     * @return the mesh, without connections
     * @throws IOException if this process cannot listen
     * @throws IllegalStateException if the group has ended
     * @throws PmixException.NotFound if the host does not report the name of this node; give one then
     * @throws PmixException.Timeout if a member did not call in time
     * @throws PmixException.MemberLost if a member ended, as in an {@linkplain Group#exchange exchange}
     * @throws PmixException.BadParameter if a member called another operation
     */
    public static Mesh open(Group group, Duration timeout) throws IOException {
        ProcId self = Collectives.self(group);
        String host = Optional.ofNullable(group.jobs().get(self.nspace()))
                .flatMap(job -> job.hostname(self.rank()))
                .orElseThrow(() -> new PmixException.NotFound(
                        name(group) + ": the host does not report the name of this node; give a name of it",
                        Statuses.ERR_NOT_FOUND));
        return open(group, host, timeout);
    }

    /**
     * Opens a mesh, as {@link #open(Group, Duration)}, on a network of choice.
     *
     * @param group a group of which this process is a member
     * @param host a name or address by which the members on other nodes reach this one, without spaces
     * @param timeout the time for this and for each connect, more than zero
     * @return the mesh, without connections
     * @throws IOException if this process cannot listen
     * @throws IllegalArgumentException if the host is empty or has spaces, or the timeout is not positive
     */
    public static Mesh open(Group group, String host, Duration timeout) throws IOException {
        CollectiveOptions options = CollectiveOptions.within(timeout).named("mesh");
        if (host.isEmpty() || host.chars().anyMatch(Character::isWhitespace)) {
            throw new IllegalArgumentException(
                    name(group) + ": '" + host + "' is no name of a host; give one without spaces");
        }
        ProcId self = Collectives.self(group);
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            server.bind(null, group.size() + MeshListener.CROWD);
            MeshAddress own = MeshAddress.create(host, port(server));
            Map<ProcId, MeshLink> links = new LinkedHashMap<>();
            group.with(options).exchange(ValueType.STRING, own.toString()).forEach((member, text) -> {
                MeshAddress address = MeshAddress.parse(text)
                        .orElseThrow(() -> new PmixException.BadParameter(
                                name(group) + " failed: " + member
                                        + " called another operation; all members must call the same",
                                Statuses.ERR_BAD_PARAM));
                if (!member.equals(self)) {
                    links.put(member, new MeshLink(name(group), self, own, member, address));
                }
            });
            return new Mesh(group, timeout, server, links);
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private void changed(GroupEvent event) {
        switch (event) {
            case GroupEvent.MemberLeft left -> departed(left.proc(), "left");
            case GroupEvent.MemberFailed failed -> departed(failed.proc(), "failed");
            case GroupEvent.Destructed _ -> shut();
            // The connections stay.
            default -> {}
        }
    }

    private void departed(ProcId member, String how) {
        MeshLink link = links.get(member);
        if (link != null) {
            link.fail(member + " " + how);
        }
    }

    /** {@return the port at which this process listens, on all its interfaces} */
    public int port() {
        return port;
    }

    /**
     * Connects to a member, or returns the connection that exists. The member need not call anything for that. After a
     * timeout or an interrupt the call may be repeated. If the member had accepted the connection that was given up here, it
     * sees the end of that one, and receives the new one by its next call. A look-up of the host's name in the system may
     * take longer than the timeout.
     *
     * @param rank the present group rank of another member
     * @return the connection, the same for each call
     * @throws IndexOutOfBoundsException if the group has no such rank
     * @throws IllegalArgumentException if it is that of this process, or the mesh does not have the member
     * @throws java.net.SocketTimeoutException if the connection was not made within the timeout of the mesh
     * @throws IOException if the member has departed, refuses the connection, or the mesh is closed
     */
    public SocketChannel connect(int rank) throws IOException {
        return connect(group.members().get(rank));
    }

    /**
     * Connects to a member, as {@link #connect(int)}. Ranks change when a member departs, and processes do not.
     *
     * @param member another member
     * @return the connection, the same for each call
     * @throws IllegalArgumentException if it is this process, or the mesh does not have it
     * @throws java.net.SocketTimeoutException if the connection was not made within the timeout of the mesh
     * @throws IOException if the member has departed, refuses the connection, or the mesh is closed
     */
    public SocketChannel connect(ProcId member) throws IOException {
        MeshLink link = links.get(Objects.requireNonNull(member, "member"));
        if (link == null) {
            throw new IllegalArgumentException(
                    name(group) + " connects this process to " + links.keySet() + ", not to " + member);
        }
        return link.connect(begin());
    }

    /**
     * Connects to all other members, one after the other, as {@link #connect(int)} does.
     *
     * @return the connections by the ranks that the members had when the mesh was opened; immutable
     * @throws java.net.SocketTimeoutException if they were not all made within the timeout of the mesh
     * @throws IOException if a member has departed or refuses the connection, or the mesh is closed
     */
    public Map<ProcId, SocketChannel> connectAll() throws IOException {
        long deadline = begin();
        Map<ProcId, SocketChannel> all = new LinkedHashMap<>();
        for (Map.Entry<ProcId, MeshLink> entry : links.entrySet()) {
            all.put(entry.getKey(), entry.getValue().connect(deadline));
        }
        return Collections.unmodifiableMap(all);
    }

    /** Returns when a connect that starts now times out, as {@link System#nanoTime}. Throws if the mesh is closed. */
    private long begin() throws IOException {
        if (group.state() != Group.State.ACTIVE) {
            close();
        }
        if (closed) {
            throw new IOException(name(group) + " is closed");
        }
        return System.nanoTime() + TimeUnit.NANOSECONDS.convert(timeout);
    }

    /** Closes all connections, and accepts no more. It does nothing if that was done. */
    @Override
    public void close() {
        changes.close();
        shut();
    }

    /** Closes all but the registration for changes of the group: an event may come before the constructor has it. */
    private void shut() {
        closed = true;
        listener.close();
        links.values().forEach(MeshLink::close);
    }
}
