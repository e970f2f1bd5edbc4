// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.connect.ConnectRequested;
import org.pmixj.connect.Connection;
import org.pmixj.connect.ConnectionEvent;
import org.pmixj.event.Registration;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Listeners;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.event.ReceivedEvent;
import org.pmixj.internal.group.GroupEvents;
import org.pmixj.internal.group.GroupImpl;

/** Keeps the connections of this process and the requests of others, and reports changes to listeners. */
public final class ConnectionTable implements SessionPart {
    private static final SessionPart.Slot<ConnectionTable> SLOT = new SessionPart.Slot<>(2) {
        @Override
        protected ConnectionTable create(Session session) {
            return new ConnectionTable();
        }
    };

    /** Returns the table of a session. */
    public static ConnectionTable of(Session session) {
        return session.part(SLOT);
    }

    /** The most requests that are kept; beyond it the oldest is forgotten. */
    private static final int MOST = 1 << 12;

    /**
     * How many connections each family has had. All members have the same number, as a group is constructed for all or for
     * none; so a process continues it in its next session. Guarded by itself.
     */
    private static final Map<String, Integer> NUMBERS = new HashMap<>();

    /** A connection from the start of the connect to the end of the disconnect. */
    private static final class Entry {
        private final Members members;
        private final ConnectProcedure connecting;
        private @Nullable ConnectionImpl connection;
        /** Whether the host knows the connection. */
        private boolean told;
        /** The call by which the host learns of the end. */
        private @Nullable HostConnectCall end;

        private Entry(Members members, ConnectProcedure connecting) {
            this.members = members;
            this.connecting = connecting;
        }
    }

    /** A request of another process and the time at which it expires. */
    private record Asked(ConnectRequested request, long end) {
        static Asked now(ConnectRequested request) {
            Duration left = request.request().timeout().orElse(Duration.ofNanos(Long.MAX_VALUE / 4));
            return new Asked(request, Deadline.in(Deadline.toNanos(left) + ConnectEvents.SKEW_NANOS));
        }

        boolean isOver() {
            return Deadline.until(end) <= 0;
        }
    }

    // All but the listeners is guarded by this.
    private final Map<String, Entry> open = new LinkedHashMap<>();

    private final Map<String, Asked> requests = new LinkedHashMap<>();

    private final Listeners<ConnectRequested> askers = new Listeners<>("requests to connect");
    private final Listeners<ConnectionEvent> listeners = new Listeners<>("connections");

    // --- connections ---------------------------------------------------------------------------------------------

    /**
     * Registers a connect that starts.
     *
     * @return its namespace
     */
    synchronized String begin(String family, Members members, ConnectProcedure connecting) {
        String namespace = ConnectNames.namespace(family, number(family) + 1);
        if (open.putIfAbsent(namespace, new Entry(members, connecting)) != null) {
            throw new IllegalStateException(connecting.what
                    + ": one of the same processes with the same id is under way; several at once need ids of their own"
                    + " (PMIX_CONNECT_ID)");
        }
        requests.remove(namespace);
        return namespace;
    }

    private static int number(String family) {
        synchronized (NUMBERS) {
            return NUMBERS.getOrDefault(family, 0);
        }
    }

    /** A group was constructed, whether or not somebody still waits for it here. On the progress thread. */
    void made(GroupImpl group) {
        String namespace = group.id();
        int number = ConnectNames.number(namespace);
        if (number == 0) {
            over(group);
            return;
        }
        synchronized (NUMBERS) {
            NUMBERS.merge(ConnectNames.family(namespace), number, Math::max);
        }
        Entry entry;
        synchronized (this) {
            entry = open.get(namespace);
        }
        if (entry != null) {
            entry.connecting.made(group);
        }
    }

    /** The host knows a connection. On the progress thread. */
    synchronized void told(String namespace) {
        Entry entry = open.get(namespace);
        if (entry != null) {
            entry.told = true;
        }
    }

    /**
     * The members of a connection that are left have met to end it. The host does not distinguish connections of the same
     * processes. So it is called if it knows this connection and no other of all of these. On the progress thread.
     */
    private void over(GroupImpl meeting) {
        HostConnectCall end = null;
        synchronized (this) {
            for (Entry entry : open.values()) {
                if (entry.connection != null && meeting.id().equals(ConnectNames.end(entry.connection.namespace()))) {
                    end = end(entry, entry.connection, meeting.byRank());
                }
            }
        }
        if (end != null) {
            GroupEvents.launch(end);
        }
    }

    private @Nullable HostConnectCall end(Entry ending, ConnectionImpl connection, Members left) {
        if (!ending.told) {
            return null;
        }
        ending.told = false;
        for (Entry other : open.values()) {
            if (other.told && other.members.containsAll(left)) {
                return null;
            }
        }
        ending.end = DisconnectProcedure.end(connection, left);
        return ending.end;
    }

    synchronized void add(ConnectionImpl connection) {
        Entry entry = open.get(connection.namespace());
        if (entry != null) {
            entry.connection = connection;
        }
    }

    synchronized @Nullable ConnectionImpl find(String namespace) {
        Entry entry = open.get(namespace);
        ConnectionImpl found = entry == null ? null : entry.connection;
        return found != null && found.isKnown() ? found : null;
    }

    synchronized Collection<Connection> active() {
        List<Connection> active = new ArrayList<>();
        for (Entry entry : open.values()) {
            if (entry.connection != null && entry.connection.isKnown()) {
                active.add(entry.connection);
            }
        }
        return List.copyOf(active);
    }

    /** Returns the call by which the host learns of the end of a connection, or null if there is none. */
    synchronized @Nullable HostConnectCall hostEnd(String namespace) {
        Entry entry = open.get(namespace);
        return entry == null ? null : entry.end;
    }

    /** Removes a connection that is over for this process. A call to the host continues. */
    synchronized void end(String namespace) {
        open.remove(namespace);
    }

    // --- what others do, on the progress thread ------------------------------------------------------------------

    /** Handles an event of connections. */
    public void arrived(ReceivedEvent event) {
        ProcId source = event.source;
        String namespace = ConnectEvents.namespace(event);
        if (source == null || namespace == null) {
            return;
        } else if (ConnectEvents.isConnected(event.code)) {
            // Possibly before this process connects itself.
            listeners.report(new ConnectionEvent.HasConnected(namespace, source));
        } else if (!ConnectEvents.isRequest(event.code)) {
            disconnected(namespace, source);
        } else {
            ConnectRequested request = ConnectEvents.read(event, source, namespace);
            if (request != null) {
                asked(request);
            }
        }
    }

    private synchronized void disconnected(String namespace, ProcId source) {
        if (open.containsKey(namespace)) {
            listeners.report(new ConnectionEvent.HasDisconnected(namespace, source));
        }
    }

    private synchronized void asked(ConnectRequested request) {
        String namespace = request.namespace();
        if (isFollowed(namespace)) {
            return;
        }
        // A process that asks again after a timeout is reported again.
        requests.put(namespace, Asked.now(request));
        if (requests.size() > MOST) {
            requests.remove(requests.keySet().iterator().next());
        }
        askers.report(request);
    }

    /** Returns whether this process takes part in a connection, or has done so. */
    private boolean isFollowed(String namespace) {
        return open.containsKey(namespace) || ConnectNames.number(namespace) <= number(ConnectNames.family(namespace));
    }

    /** A member has ended, or has left without disconnecting. */
    synchronized void gone(String namespace, ProcId member) {
        if (open.containsKey(namespace)) {
            listeners.report(new ConnectionEvent.Terminated(namespace, member));
        }
    }

    // --- listeners -----------------------------------------------------------------------------------------------

    synchronized Registration onRequest(Handle handle, Consumer<? super ConnectRequested> consumer) {
        requests.values().removeIf(Asked::isOver);
        List<ConnectRequested> open = new ArrayList<>();
        for (Asked asked : requests.values()) {
            open.add(asked.request());
        }
        return askers.add(handle, consumer, open);
    }

    Registration onChange(Handle handle, Consumer<? super ConnectionEvent> consumer) {
        return listeners.add(handle, consumer);
    }

    /** Leaves the connections of a handle that is closed. */
    @Override
    public void handleClosed(Handle handle) {
        askers.close(handle);
        listeners.close(handle);
        List<ConnectionImpl> left = new ArrayList<>();
        synchronized (this) {
            for (Entry entry : open.values()) {
                if (entry.connection != null && entry.connection.handle == handle) {
                    left.add(entry.connection);
                }
            }
        }
        for (ConnectionImpl connection : left) {
            connection.abandon();
        }
    }
}
