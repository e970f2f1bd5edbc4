// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.connect.ConnectRequested;
import org.pmixj.connect.Connection;
import org.pmixj.connect.ConnectionEvent;
import org.pmixj.event.Registration;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Bounded;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Listeners;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.group.GroupEvents;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.notice.ReceivedEvent;

/** Keeps the connections of this process and the requests of others, and reports changes to listeners. */
final class ConnectionTable implements SessionPart {
    private static final SessionPart.Slot<ConnectionTable> SLOT = SessionPart.Slot.of(2, _ -> new ConnectionTable());

    static ConnectionTable of(Session session) {
        return session.part(SLOT);
    }

    /** The most requests that are kept; a further one replaces the oldest. */
    private static final int MOST_REQUESTS = 1 << 12;

    /** The connections of each family so far, equal on all members, over all sessions. */
    private static final Map<String, Integer> NUMBERS = Collections.synchronizedMap(new Bounded<>(1 << 16, true));

    /** A connection from the start of the connect to the end of the disconnect. */
    private static final class Entry {
        private final Members members;
        private final ConnectProcedure<?> connecting;
        private @Nullable ConnectionImpl connection;
        /** Whether this process has notified those that watch it of its connect. */
        private boolean isAnnounced;
        /**
         * Whether the host was called to connect, and not to disconnect. It changes only when libpmix has constructed a
         * group, in an order that is the same for all members: what the host answers arrives at any time.
         */
        private boolean isKnownToHost;

        private @Nullable HostConnectCall hostDisconnect;

        private Entry(Members members, ConnectProcedure<?> connecting) {
            this.members = members;
            this.connecting = connecting;
        }
    }

    // The maps are guarded by this, and have namespaces as keys.
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Map<String, PendingRequest> requests = new Bounded<>(MOST_REQUESTS);
    /** The processes that want to be notified of each that connects or disconnects, also before this one connects. */
    private final Map<String, Set<ProcId>> watchers = new Bounded<>(MOST_REQUESTS);

    private final Listeners<ConnectRequested> requestListeners = new Listeners<>("requests to connect");
    private final Listeners<ConnectionEvent> changeListeners = new Listeners<>("connections");

    // --- connections ---------------------------------------------------------------------------------------------

    /** Adds a connect that starts, and returns its namespace. */
    synchronized String start(String family, Members members, ConnectProcedure<?> connecting) {
        String namespace = ConnectNames.namespace(family, number(family) + 1);
        if (entries.putIfAbsent(namespace, new Entry(members, connecting)) != null) {
            throw new IllegalStateException(connecting.what
                    + ": another one of the same processes with the same id is under way; give each an id of its own"
                    + " (PMIX_CONNECT_ID)");
        }
        requests.remove(namespace);
        return namespace;
    }

    private static int number(String family) {
        return NUMBERS.getOrDefault(family, 0);
    }

    /**
     * Takes over the number of a member that is ahead: the group of a connect may have been constructed for the others
     * while this process closed its session. The next connect then has the namespace of theirs.
     */
    synchronized void follow(ProcId by, String namespace) {
        String family = ConnectNames.family(namespace);
        int number = ConnectNames.number(namespace);
        Entry known = entries.get(ConnectNames.namespace(family, number(family) + 1));
        if (number > 1 && known != null && known.members.contains(by)) {
            NUMBERS.merge(family, number - 1, Math::max);
        }
    }

    /** Notes a group that starts or ends a connection, even if its caller has given up. On the progress thread. */
    void constructed(GroupImpl group) {
        String namespace = group.id();
        int number = ConnectNames.number(namespace);
        if (number == 0) {
            endGroupConstructed(group);
            return;
        }
        NUMBERS.merge(ConnectNames.family(namespace), number, Math::max);
        Entry entry = entry(namespace);
        if (entry != null) {
            boolean calls = entry.connecting.constructed(group);
            synchronized (this) {
                entry.isKnownToHost = calls;
            }
        }
    }

    /** Calls the host when the remaining members of a connection have constructed the group that ends it. */
    private void endGroupConstructed(GroupImpl group) {
        HostConnectCall call = null;
        synchronized (this) {
            for (Entry entry : entries.values()) {
                if (entry.connection != null
                        && group.id().equals(ConnectNames.endGroup(entry.connection.namespace()))) {
                    call = createHostDisconnect(entry, entry.connection, group.byRank());
                }
            }
        }
        if (call != null) {
            GroupEvents.launch(call);
        }
    }

    /**
     * Returns the call that disconnects the remaining members at the host. It is null if the host does not know the
     * connection. It is also null if the host knows another connection of all of these members, because the host does
     * not distinguish the two.
     */
    private @Nullable HostConnectCall createHostDisconnect(Entry entry, ConnectionImpl connection, Members remaining) {
        if (!entry.isKnownToHost) {
            return null;
        }
        entry.isKnownToHost = false;
        if (entries.values().stream().anyMatch(one -> one.isKnownToHost && one.members.containsAll(remaining))) {
            return null;
        }
        entry.hostDisconnect = HostConnectCall.alone(
                connection.handle,
                ConnectNames.disconnect(connection.namespace()),
                remaining,
                Duration.ofNanos(Patience.OWN_LIBRARY),
                connection.disconnectDirectives,
                HostConnectCall.Kind.DISCONNECT);
        return entry.hostDisconnect;
    }

    synchronized void add(ConnectionImpl connection) {
        Entry entry = entries.get(connection.namespace());
        if (entry != null) {
            entry.connection = connection;
        }
    }

    synchronized @Nullable ConnectionImpl find(String namespace) {
        Entry entry = entries.get(namespace);
        ConnectionImpl found = entry == null ? null : entry.connection;
        return found != null && found.isVisible() ? found : null;
    }

    Collection<Connection> active() {
        return List.copyOf(connections(ConnectionImpl::isVisible));
    }

    private synchronized List<ConnectionImpl> connections(Predicate<ConnectionImpl> which) {
        List<ConnectionImpl> found = new ArrayList<>();
        for (Entry entry : entries.values()) {
            if (entry.connection != null && which.test(entry.connection)) {
                found.add(entry.connection);
            }
        }
        return found;
    }

    /** Returns the call that disconnects a connection at the host, or null if there is none. */
    synchronized @Nullable HostConnectCall hostDisconnect(String namespace) {
        Entry entry = entries.get(namespace);
        return entry == null ? null : entry.hostDisconnect;
    }

    /** Removes a connection that has ended for this process. A call to the host continues. */
    synchronized void remove(String namespace) {
        entries.remove(namespace);
        if (isFollowed(namespace)) {
            watchers.remove(namespace);
        }
    }

    /** Returns the processes to notify of this one. Those that ask later are notified when they ask. */
    synchronized Members announce(String namespace) {
        Entry entry = entries.get(namespace);
        if (entry != null) {
            entry.isAnnounced = true;
        }
        return Members.of(watchers.getOrDefault(namespace, Set.of()));
    }

    // --- events of other members, on the progress thread ---------------------------------------------------------

    void arrived(ReceivedEvent event) {
        ProcId source = event.source;
        String namespace = ConnectEvents.namespace(event);
        if (source == null || namespace == null) {
            return;
        } else if (event.code == ConnectEvents.HAS_CONNECTED) {
            // This process need not have called connect yet.
            changeListeners.report(new ConnectionEvent.HasConnected(namespace, source));
        } else if (event.code == ConnectEvents.HAS_DISCONNECTED) {
            reportIfConnected(new ConnectionEvent.HasDisconnected(namespace, source));
        } else if (event.code == ConnectEvents.REQUESTED) {
            ConnectRequested request = ConnectEvents.read(event, source, namespace);
            if (request != null) {
                requested(request, event.find(WireKeys.CONNECT_AGAIN) != null);
            }
        }
    }

    /** Notifies a process of this one, and of its disconnect; now or when this process connects. */
    synchronized void askedForEach(ProcId by, String namespace) {
        Entry entry = entries.get(namespace);
        if (entry == null ? isFollowed(namespace) : !entry.members.contains(by)) {
            return;
        }
        watchers.computeIfAbsent(namespace, _ -> new LinkedHashSet<>()).add(by);
        if (entry != null && entry.isAnnounced) {
            entry.connecting.notifyLate(by, namespace);
        }
    }

    private synchronized @Nullable Entry entry(String namespace) {
        return entries.get(namespace);
    }

    private synchronized void reportIfConnected(ConnectionEvent event) {
        if (entries.containsKey(event.namespace())) {
            changeListeners.report(event);
        }
    }

    private synchronized void requested(ConnectRequested request, boolean again) {
        String namespace = request.namespace();
        PendingRequest known = requests.get(namespace);
        if (isFollowed(namespace) || (again && known != null && !known.isOver())) {
            return;
        }
        // A process may repeat its request after a timeout, and is reported again. One in C cannot be asked.
        boolean mayBeOld = !again
                && requestListeners.isEmpty()
                && request.request().timeout().isPresent();
        requests.put(namespace, PendingRequest.of(request, mayBeOld));
        requestListeners.report(request);
    }

    /** Repeats the request of this process for a member that asks whether it still waits. */
    void asked(ProcId by, String namespace) {
        Entry entry = entry(namespace);
        if (entry != null && entry.members.contains(by)) {
            entry.connecting.repeatRequest(by, namespace, entry.members);
        }
    }

    /** Returns whether this process takes part in a connection, or has done so. */
    private synchronized boolean isFollowed(String namespace) {
        return entries.containsKey(namespace)
                || ConnectNames.number(namespace) <= number(ConnectNames.family(namespace));
    }

    /** Called when a member has ended, or has left without disconnecting. */
    void departed(String namespace, ProcId member) {
        reportIfConnected(new ConnectionEvent.Terminated(namespace, member));
    }

    // --- listeners -----------------------------------------------------------------------------------------------

    synchronized Registration onRequest(Handle handle, Consumer<? super ConnectRequested> consumer) {
        for (PendingRequest request : requests.values()) {
            if (request.mayBeOld()) {
                ConnectEvents.ask(handle, request.received());
            }
        }
        requests.values().removeIf(PendingRequest::isOver);
        List<ConnectRequested> pending =
                requests.values().stream().map(PendingRequest::now).toList();
        return requestListeners.add(handle, consumer, pending);
    }

    Registration onChange(Handle handle, Consumer<? super ConnectionEvent> consumer) {
        return changeListeners.add(handle, consumer);
    }

    /** Leaves the connections of a handle that is closed. */
    @Override
    public void handleClosed(Handle handle) {
        requestListeners.close(handle);
        changeListeners.close(handle);
        connections(connection -> connection.handle.equals(handle)).forEach(ConnectionImpl::abandon);
    }
}
