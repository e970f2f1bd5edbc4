// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.pmixj.ProcId;
import org.pmixj.group.Group;

/**
 * The groups of this process by id, from the moment their construction begins. libpmix accepts an id that is in use and
 * then mixes the two groups up, so ids are kept apart here.
 */
final class GroupRegistry {
    /** In the place of a group that is being constructed. */
    private static final Object PENDING = new Object();

    private final ConcurrentHashMap<String, Object> groups = new ConcurrentHashMap<>();

    void reserve(String id) {
        Object other = groups.putIfAbsent(id, PENDING);
        if (other != null) {
            String state = other instanceof GroupImpl ? "is a member of" : "is constructing";
            throw new IllegalStateException("this process " + state + " a group '" + id + "' already");
        }
    }

    void activate(GroupImpl group) {
        groups.put(group.id(), group);
    }

    void forget(String id) {
        groups.remove(id);
    }

    /** The event that a member left. */
    void left(String id, ProcId proc) {
        if (groups.get(id) instanceof GroupImpl group) {
            group.left(proc);
        }
    }

    List<Group> active() {
        List<Group> active = new ArrayList<>();
        for (Object entry : groups.values()) {
            if (entry instanceof GroupImpl group) {
                active.add(group);
            }
        }
        return active;
    }
}
