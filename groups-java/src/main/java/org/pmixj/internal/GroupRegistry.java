// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.pmixj.ProcId;
import org.pmixj.group.Group;

/**
 * The groups of this process by id, from the moment their construction begins until libpmix has forgotten them. libpmix
 * accepts an id that is in use and then mixes the two groups up, so ids are kept apart here. An entry is removed only by
 * who put it there.
 */
final class GroupRegistry {
    /** In the place of a group that is being constructed. */
    static final class Reservation {}

    private final ConcurrentHashMap<String, Object> groups = new ConcurrentHashMap<>();

    Reservation reserve(String id) {
        Reservation reservation = new Reservation();
        Object other = groups.putIfAbsent(id, reservation);
        if (other != null) {
            String state = !(other instanceof GroupImpl group)
                    ? "is constructing"
                    : group.isActive() ? "is a member of" : "is still leaving";
            throw new IllegalStateException("this process " + state + " a group '" + id + "' already");
        }
        return reservation;
    }

    void activate(Reservation reservation, GroupImpl group) {
        groups.replace(group.id(), reservation, group);
    }

    /** Frees an id, if what holds it is a certain reservation or group. */
    void free(String id, Object holder) {
        groups.remove(id, holder);
    }

    /** The event that a member left. */
    void left(String id, ProcId proc) {
        if (groups.get(id) instanceof GroupImpl group) {
            group.left(proc);
        }
    }

    /** Whether this process is a member of a group. */
    boolean isActive(String id) {
        return groups.get(id) instanceof GroupImpl group && group.isActive();
    }

    /**
     * Processes with the members of a group in the place of its id, alone or with a group rank. A rank it does not have
     * stays what it is: a process that does not exist.
     */
    List<ProcId> expand(List<ProcId> procs) {
        if (groups.isEmpty()) {
            return procs;
        }
        List<ProcId> expanded = new ArrayList<>();
        for (ProcId proc : procs) {
            List<ProcId> members = groups.get(proc.nspace()) instanceof GroupImpl group && group.isActive()
                    ? group.members()
                    : List.of();
            if (!members.isEmpty() && proc.isWildcard()) {
                expanded.addAll(members);
            } else if (proc.rank() >= 0 && proc.rank() < members.size()) {
                expanded.add(members.get(proc.rank()));
            } else {
                expanded.add(proc);
            }
        }
        return expanded;
    }

    List<Group> active() {
        List<Group> active = new ArrayList<>();
        for (Object entry : groups.values()) {
            if (entry instanceof GroupImpl group && group.isActive()) {
                active.add(group);
            }
        }
        return active;
    }
}
