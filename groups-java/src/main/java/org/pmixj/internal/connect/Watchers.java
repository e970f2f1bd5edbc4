// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Bounded;

/**
 * Keeps which processes want to be notified of each that connects or disconnects, by the namespace of the connection. A
 * process may ask before or after this one connects.
 */
final class Watchers {
    // Both are guarded by this.
    private final Map<String, Set<ProcId>> asked;
    private final Set<String> announced = new HashSet<>();

    /** Keeps the watchers of so many connections, the last ones. */
    Watchers(int most) {
        asked = new Bounded<>(most);
    }

    /** Adds a process. Returns whether it is to be notified now, because this process has announced itself before. */
    synchronized boolean add(String namespace, ProcId proc) {
        asked.computeIfAbsent(namespace, _ -> new LinkedHashSet<>()).add(proc);
        return announced.contains(namespace);
    }

    /** Returns the processes to notify of this one, which connects now. */
    synchronized Members announce(String namespace) {
        announced.add(namespace);
        return of(namespace);
    }

    synchronized Members of(String namespace) {
        return Members.of(asked.getOrDefault(namespace, Set.of()));
    }

    /** Takes back that this process connects. Once the connection is over, nobody watches it. */
    synchronized void remove(String namespace, boolean isOver) {
        announced.remove(namespace);
        if (isOver) {
            asked.remove(namespace);
        }
    }
}
