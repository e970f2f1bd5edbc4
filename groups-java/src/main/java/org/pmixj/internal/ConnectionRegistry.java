// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.connect.ConnectRequested;
import org.pmixj.connect.Connection;
import org.pmixj.connect.ConnectionEvent;
import org.pmixj.event.Registration;
import org.pmixj.group.Members;

/** The connections of this process, what others do in them, and what others ask for. */
final class ConnectionRegistry {
    /** More requests than anybody follows; the oldest is forgotten. */
    private static final int MOST = 1 << 12;

    // All but the listeners is guarded by this.
    /** How many connections each family has had. All members count alike, as a group is made for all or for none. */
    private final Map<String, Integer> numbers = new HashMap<>();
    /** From the beginning of the connect to the end of the disconnect, by namespace. */
    private final Map<String, Members> open = new HashMap<>();

    private final Map<String, ConnectionImpl> connections = new LinkedHashMap<>();
    private final Map<String, ConnectRequested> requests = new LinkedHashMap<>();

    private final List<Listener<ConnectRequested>> askers = new CopyOnWriteArrayList<>();
    private final List<Listener<ConnectionEvent>> listeners = new CopyOnWriteArrayList<>();

    // --- connections ---------------------------------------------------------------------------------------------

    /**
     * A connect begins.
     *
     * @return its namespace
     */
    synchronized String begin(String family, Members members) {
        String namespace = ConnectNames.namespace(family, numbers.getOrDefault(family, 0) + 1);
        if (open.putIfAbsent(namespace, members) != null) {
            throw new IllegalStateException("a connect of the same processes with the same id is under way: " + members
                    + "; several at once need ids of their own (PMIX_CONNECT_ID)");
        }
        requests.remove(namespace);
        return namespace;
    }

    /** The group of a connection was made, whether or not somebody still waits for it here. On any thread. */
    synchronized void made(String namespace) {
        numbers.merge(ConnectNames.family(namespace), ConnectNames.number(namespace), Math::max);
    }

    synchronized void add(ConnectionImpl connection) {
        connections.put(connection.namespace(), connection);
    }

    synchronized @Nullable ConnectionImpl find(String namespace) {
        ConnectionImpl found = connections.get(namespace);
        return found != null && found.isConnected() ? found : null;
    }

    ConnectionImpl require(String what, String namespace) {
        ConnectionImpl found = find(namespace);
        if (found == null) {
            throw new PmixException.NotFound(
                    what + " failed: this process is in no connection '" + namespace + "'",
                    new PmixStatus(Status.NOT_FOUND));
        }
        return found;
    }

    synchronized Collection<Connection> active() {
        List<Connection> active = new ArrayList<>();
        for (ConnectionImpl connection : connections.values()) {
            if (connection.isConnected()) {
                active.add(connection);
            }
        }
        return List.copyOf(active);
    }

    /**
     * A connection is over.
     *
     * @return whether its members are not all connected by another one: the host, who does not tell connections apart, may
     *     then be told
     */
    synchronized boolean end(String namespace) {
        Members members = open.remove(namespace);
        connections.remove(namespace);
        for (Members other : open.values()) {
            if (members != null && other.containsAll(members)) {
                return false;
            }
        }
        return true;
    }

    // --- what others do, on the progress thread ------------------------------------------------------------------

    /** One of the events of connections. */
    void arrived(EventData event) {
        ProcId source = event.source;
        String namespace = ConnectEvents.namespace(event);
        if (source == null || namespace == null) {
            return;
        } else if (!ConnectEvents.isRequest(event.code)) {
            tell(
                    ConnectEvents.isConnected(event.code)
                            ? new ConnectionEvent.HasConnected(namespace, source)
                            : new ConnectionEvent.HasDisconnected(namespace, source));
            return;
        }
        ConnectRequested request = ConnectEvents.read(event, source, namespace);
        if (request != null) {
            asked(request);
        }
    }

    private synchronized void asked(ConnectRequested request) {
        String namespace = request.namespace();
        if (isFollowed(namespace)) {
            return;
        }
        // Who asks again after a time-out wants to be heard again.
        requests.put(namespace, request);
        if (requests.size() > MOST) {
            requests.remove(requests.keySet().iterator().next());
        }
        for (Listener<ConnectRequested> listener : askers) {
            listener.tell(request);
        }
    }

    /** Whether this process takes part in it, or has done so. */
    private boolean isFollowed(String namespace) {
        return open.containsKey(namespace)
                || ConnectNames.number(namespace) <= numbers.getOrDefault(ConnectNames.family(namespace), 0);
    }

    /** A member has ended, or left without disconnecting. */
    void gone(String namespace, ProcId proc) {
        tell(new ConnectionEvent.Terminated(namespace, proc));
    }

    private void tell(ConnectionEvent event) {
        for (Listener<ConnectionEvent> listener : listeners) {
            listener.tell(event);
        }
    }

    // --- listeners -----------------------------------------------------------------------------------------------

    synchronized Registration onRequest(Context context, Consumer<? super ConnectRequested> consumer) {
        Listener<ConnectRequested> listener = new Listener<>(context, "requests to connect", consumer, askers);
        for (ConnectRequested request : requests.values()) {
            listener.tell(request);
        }
        askers.add(listener);
        return listener;
    }

    Registration onChange(Context context, Consumer<? super ConnectionEvent> consumer) {
        Listener<ConnectionEvent> listener = new Listener<>(context, "connections", consumer, listeners);
        listeners.add(listener);
        return listener;
    }

    /** A handle is closed. */
    void close(Context context) {
        Listener.close(askers, context);
        Listener.close(listeners, context);
    }
}
