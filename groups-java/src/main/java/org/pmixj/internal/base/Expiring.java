// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps values by their ids, each until a time. A full one accepts no further id: others may send any number of them.
 */
public final class Expiring<V> {
    private record Entry<V>(V value, long until) {}

    private final int most;
    private final ConcurrentHashMap<String, Entry<V>> entries = new ConcurrentHashMap<>();

    /** Constructs one with space for so many ids. */
    public Expiring(int most) {
        this.most = most;
    }

    /** Constructs one with so much space that only a process that sends nonsense fills it. */
    public Expiring() {
        this(1000);
    }

    /** Keeps a value for some time, in place of an earlier one. Returns false if there is no space. */
    public boolean put(String id, V value, long nanos) {
        return merge(id, value, nanos, (_, next) -> next);
    }

    /**
     * Keeps the value that a function chooses of the one that is kept and a new one. Returns false if there is no
     * space.
     */
    public boolean merge(String id, V value, long nanos, BinaryOperator<V> choice) {
        Entry<V> added = new Entry<>(value, Deadline.in(nanos));
        removeOld();
        if (entries.size() >= most && !entries.containsKey(id)) {
            return false;
        }
        entries.merge(
                id, added, (old, next) -> choice.apply(old.value, next.value).equals(next.value) ? next : old);
        return true;
    }

    private void removeOld() {
        entries.values().removeIf(entry -> Deadline.until(entry.until) <= 0);
    }

    /** Returns the value of an id, or null if there is none or its time is over. */
    public @Nullable V find(String id) {
        Entry<V> entry = entries.get(id);
        return entry != null && Deadline.until(entry.until) > 0 ? entry.value : null;
    }

    public void remove(String id) {
        entries.remove(id);
    }

    public int size() {
        removeOld();
        return entries.size();
    }
}
