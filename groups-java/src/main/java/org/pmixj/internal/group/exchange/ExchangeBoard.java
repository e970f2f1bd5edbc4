// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.exchange;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.Key;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.directory.PublishRequest;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Bounded;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.directory.PublishCall;
import org.pmixj.internal.directory.UnpublishCall;
import org.pmixj.internal.group.GroupExchange;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;

/**
 * Publishes values for other members of groups, and withdraws them when all have read them. A put cannot be withdrawn;
 * and each fence that distributes puts across nodes costs every process two memory mappings for the rest of its life,
 * and makes the next fence slower (seen with 7.0.0rc1).
 */
public final class ExchangeBoard implements SessionPart, GroupExchange.Board {
    private static final SessionPart.Slot<ExchangeBoard> SLOT = new SessionPart.Slot<>(7) {
        @Override
        protected ExchangeBoard create(Session session) {
            return new ExchangeBoard(session);
        }
    };

    public static ExchangeBoard of(Session session) {
        return session.part(SLOT);
    }

    /** Returns the board where members construct groups by fences. */
    public static GroupExchange.Board byFences() {
        return new FenceExchanges.Board();
    }

    /**
     * A published value: its owner, its number among those of the owner, its size, and the members that have not said that
     * they have read it to construct the group.
     */
    private record Published(Handle handle, String group, Object owner, long number, long bytes, Set<ProcId> unread) {}

    private final Map<String, Published> published = new HashMap<>();
    /** The bytes of the owners that this process has left, the oldest first. Others may still read their values. */
    private final Map<Object, Long> left = new LinkedHashMap<>();

    private long leftBytes;

    /** Constructs of the same members for which this process has read all values; the others do not know it yet. */
    private final Map<Members, List<String>> read = new Bounded<>(1_000, true);
    /** The names of values that all members have read, until there are enough for one call. */
    private final List<Key<?>> readByAll = new ArrayList<>();

    /** The next construct waits for the call that withdraws them. */
    private static final int ENOUGH = 8;

    /**
     * Maps the names of values to their groups. This process published them in earlier sessions, and the host still
     * keeps them. The next session would give its own values the same names.
     */
    private static final Map<String, String> EARLIER = Collections.synchronizedMap(new Bounded<>(10_000));

    private ExchangeBoard(Session session) {
        Handle handle = new Handle(session, null, Duration.ofNanos(Patience.OWN_LIBRARY));
        EARLIER.forEach((name, group) -> published.put(name, new Published(handle, group, this, 0, 0, Set.of())));
    }

    @Override
    public synchronized void sessionEnded() {
        EARLIER.clear();
        published.forEach((name, value) -> EARLIER.put(name, value.group()));
    }

    @Override
    public GroupExchange of(GroupImpl group) {
        return new Exchanges(group, this);
    }

    /**
     * Starts to publish a value, unless the group has ended here: the value might be taken for one of the next group of
     * the id.
     *
     * @param refused runs if the host refuses the value, on the progress thread
     * @return the call that waits for the host; null if nothing is published
     */
    <T> @Nullable PublishCall publish(
            GroupImpl group, Exchanges owner, long number, Key<T> key, T value, Runnable refused) {
        Handle handle = group.handle;
        PublishRequest request = PublishRequest.builder()
                .value(key, value)
                .persistence(owner.persistence)
                .build();
        long bytes = MessageSize.of(request.values());
        handle.checkOpen();
        PublishCall call = new PublishCall(handle, request) {
            @Override
            protected void rejected() {
                refused.run();
            }
        };
        synchronized (this) {
            if (!GroupTable.of(handle.session).holds(group.id(), group)) {
                return null;
            }
            published.put(key.name(), new Published(handle, group.id(), owner.token, number, bytes, Set.of()));
            // With the lock, so that the host receives it before it is withdrawn for the next group. One that still
            // waits for its turn is not sent: its caller has given up.
            call.launch();
        }
        return call;
    }

    /**
     * Adds a value that was published to construct a group, with the number -1, or that a departed member may have
     * published. It is withdrawn with the values of this process.
     *
     * @param unread the members that have to read it to construct the group: when they have, it is withdrawn before
     */
    synchronized void add(GroupImpl group, Object owner, long number, String name, Collection<ProcId> unread) {
        published.put(name, new Published(group.handle, group.id(), owner, number, 0, new HashSet<>(unread)));
    }

    @Override
    public synchronized void noteRead(Members members, String construct) {
        read.computeIfAbsent(members, _ -> new ArrayList<>()).add(construct);
    }

    @Override
    public synchronized List<String> takeRead(Members members) {
        List<String> taken = read.remove(members);
        return taken == null ? List.of() : taken;
    }

    @Override
    public void memberHasRead(ProcId member, List<String> names) {
        Key<?>[] withdrawn;
        Handle handle = null;
        synchronized (this) {
            for (String name : names) {
                Published value = published.get(name);
                // A value of an exchange, which only an evil program names here, has none.
                if (value != null
                        && value.unread.contains(member)
                        && value.unread.remove(member)
                        && value.unread.isEmpty()) {
                    readByAll.add(Key.of(name, ValueType.ANY));
                    handle = value.handle;
                }
            }
            if (handle == null || readByAll.size() < ENOUGH) {
                return;
            }
            withdrawn = readByAll.toArray(new Key<?>[0]);
            readByAll.forEach(key -> published.remove(key.name()));
            readByAll.clear();
        }
        UnpublishCall.later(handle, withdrawn);
    }

    /**
     * Keeps the values of an owner that this process has left, and withdraws those of older ones if they are too many.
     */
    void keep(Object owner, long most) {
        List<Object> tooMany = new ArrayList<>();
        synchronized (this) {
            long bytes = 0;
            for (Published value : published.values()) {
                bytes += value.owner().equals(owner) ? value.bytes() : 0;
            }
            if (bytes == 0) {
                return;
            }
            left.put(owner, bytes);
            leftBytes += bytes;
            long rest = leftBytes;
            for (Map.Entry<Object, Long> oldest : left.entrySet()) {
                if (rest > most && !oldest.getKey().equals(owner)) {
                    tooMany.add(oldest.getKey());
                    rest -= oldest.getValue();
                }
            }
        }
        tooMany.forEach(old -> withdraw(null, old, Long.MAX_VALUE));
    }

    // The host receives this before the group is constructed, so that nobody takes an old value for one of the new
    // group.
    @Override
    public void withdrawEarlier(String id) {
        withdraw(id, null, 0);
    }

    /** Withdraws the values of a group, and those of an owner below a number, and returns at once. */
    void withdraw(@Nullable String group, @Nullable Object owner, long number) {
        List<Key<?>> keys = new ArrayList<>();
        Handle handle = null;
        synchronized (this) {
            if (owner != null && number == Long.MAX_VALUE) {
                Long bytes = left.remove(owner);
                leftBytes -= bytes == null ? 0 : bytes;
            }
            Iterator<Map.Entry<String, Published>> entries =
                    published.entrySet().iterator();
            while (entries.hasNext()) {
                Map.Entry<String, Published> entry = entries.next();
                Published value = entry.getValue();
                if (value.group().equals(group) || (value.owner().equals(owner) && value.number() < number)) {
                    keys.add(Key.of(entry.getKey(), ValueType.ANY));
                    handle = value.handle();
                    entries.remove();
                }
            }
        }
        Key<?>[] names = keys.toArray(new Key<?>[0]);
        if (handle != null && group != null) {
            UnpublishCall.first(handle, names);
        } else if (handle != null) {
            UnpublishCall.later(handle, names);
        }
    }
}
