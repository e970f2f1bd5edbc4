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

/** The connections of this process, what others do in them, and what others ask for. */
public final class ConnectionTable implements SessionPart {
    private static final SessionPart.Slot<ConnectionTable> SLOT = new SessionPart.Slot<>(2) {
        @Override
        protected ConnectionTable create(Session session) {
            return new ConnectionTable();
        }
    };

    /** Returns the one of a session. */
    public static ConnectionTable of(Session session) {
        return session.part(SLOT);
    }

    /** More requests than anybody follows; the oldest is forgotten. */
    private static final int MOST = 1 << 12;

    /**
     * How many connections each family has had. All members count alike, as a group is made for all or for none; so a
     * process goes on counting in its next session. Guarded by itself.
     */
    private static final Map<String, Integer> NUMBERS = new HashMap<>();

    /** A connection from the beginning of the connect to the end of the disconnect. */
    private static final class Entry {
        private final Members members;
        private final ConnectProcedure connecting;
        private @Nullable ConnectionImpl connection;
        /** The host knows of it. */
        private boolean told;
        /** How the host is told of its end. */
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
     * A connect begins.
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

    /** The host knows of a connection. On the progress thread. */
    synchronized void told(String namespace) {
        Entry entry = open.get(namespace);
        if (entry != null) {
            entry.told = true;
        }
    }

    /**
     * The members of a connection that are left have met to end it. The host, who does not tell connections apart, is to
     * be told if it knows of this one and of no other of all of these. On the progress thread.
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

    /** How the host is told of the end of a connection, or null if it is not. */
    synchronized @Nullable HostConnectCall hostEnd(String namespace) {
        Entry entry = open.get(namespace);
        return entry == null ? null : entry.end;
    }

    /** A connection is over for this process. Whoever tells the host of it does so still. */
    synchronized void end(String namespace) {
        open.remove(namespace);
    }

    // --- what others do, on the progress thread ------------------------------------------------------------------

    /** One of the events of connections. */
    public void arrived(ReceivedEvent event) {
        ProcId source = event.source;
        String namespace = ConnectEvents.namespace(event);
        if (source == null || namespace == null) {
            return;
        } else if (ConnectEvents.isConnected(event.code)) {
            // Before this process connects itself, it may be.
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
        // Who asks again after a time-out wants to be heard again.
        requests.put(namespace, Asked.now(request));
        if (requests.size() > MOST) {
            requests.remove(requests.keySet().iterator().next());
        }
        askers.report(request);
    }

    /** Whether this process takes part in it, or has done so. */
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

    /** A handle is closed, and its connections are left. */
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
