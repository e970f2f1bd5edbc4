// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.group.Group;

/**
 * The groups of this process by id, from the moment their construction begins until libpmix has forgotten them. libpmix
 * accepts an id that is in use and then mixes the two groups up, so ids are kept apart here. An entry is removed only by
 * who put it there.
 */
final class GroupRegistry {
    /** In the place of a group that is being constructed: its members to be, of whom some may fail. */
    static final class Reservation {
        private final Membership membership;
        // Guarded by this: somebody waits for the construction, and libpmix has not answered.
        private boolean wanted = true;
        private boolean asked;
        private @Nullable GroupConstruct attempt;

        private Reservation(Membership membership) {
            this.membership = membership;
        }

        Membership membership() {
            return membership;
        }

        synchronized void asked(GroupConstruct construct) {
            asked = true;
            attempt = construct;
        }

        synchronized @Nullable GroupConstruct attempt() {
            return attempt;
        }

        /** libpmix said no; whether that is the end. Until then a death that may be the reason is still told. */
        synchronized boolean refused() {
            asked = false;
            return !wanted;
        }

        /** Nobody waits for it any more; whether nothing is left to wait for. */
        synchronized boolean givenUp() {
            wanted = false;
            return !asked;
        }
    }

    /** Processes the host has told the end of; a job does not start them again. */
    private final Set<ProcId> dead = ConcurrentHashMap.newKeySet();

    private static final long REMEMBERED_NANOS = 2_000_000_000L;

    private final Timers timers;
    private final Set<GroupImpl> ended = ConcurrentHashMap.newKeySet();

    GroupRegistry(Timers timers) {
        this.timers = timers;
    }

    private final ConcurrentHashMap<String, Object> groups = new ConcurrentHashMap<>();

    Reservation reserve(String id, Membership membership) {
        Reservation reservation = new Reservation(membership);
        Object other = groups.putIfAbsent(id, reservation);
        if (other != null) {
            String state = !(other instanceof GroupImpl group)
                    ? "is constructing"
                    : group.isActive() ? "is a member of" : "is still leaving";
            throw new IllegalStateException("this process " + state + " a group '" + id + "' already");
        }
        for (ProcId member : membership.members()) {
            if (dead.contains(member)) {
                membership.remove(member, true, null);
            }
        }
        return reservation;
    }

    /** The group is constructed. Members whose end was told meanwhile fail now. */
    void activate(Reservation reservation, GroupImpl group) {
        groups.replace(group.id(), reservation, group);
        for (ProcId member : group.members()) {
            if (dead.contains(member)) {
                group.failed(member);
            }
        }
    }

    /** Whether a construction is still under way here. */
    boolean holds(String id, Reservation reservation) {
        return groups.get(id) == reservation;
    }

    /** A group of this process by its id, or null. */
    @Nullable
    GroupImpl find(String id) {
        return groups.get(id) instanceof GroupImpl group && group.isActive() ? group : null;
    }

    /** The host told the end of a process; on the progress thread. */
    void died(ProcId proc) {
        if (!dead.add(proc)) {
            return;
        }
        for (GroupImpl group : ended) {
            group.failed(proc);
        }
        for (Object entry : groups.values()) {
            if (entry instanceof GroupImpl group) {
                group.failed(proc);
            } else if (entry instanceof Reservation reservation) {
                reservation.membership.remove(proc, true, null);
            }
        }
    }

    /**
     * A group has ended whose members are to be told of a death. On one node libpmix completes a destruct because of
     * one, and the host tells it afterwards.
     */
    void remember(GroupImpl group) {
        ended.add(group);
        try {
            Future<?> _ = timers.schedule(new Forget(group), REMEMBERED_NANOS);
        } catch (RejectedExecutionException e) {
            ended.remove(group);
        }
    }

    private final class Forget implements Runnable {
        private final GroupImpl group;

        Forget(GroupImpl group) {
            this.group = group;
        }

        @Override
        public void run() {
            ended.remove(group);
        }
    }

    /** Frees an id, if what holds it is a certain reservation or group. */
    void free(String id, Object holder) {
        groups.remove(id, holder);
    }

    /**
     * Another group of an id was constructed at the same time.
     *
     * @return whether somebody here is told of it by a failure
     */
    boolean collided(String id, PmixException.Exists failure) {
        Object entry = groups.get(id);
        if (entry instanceof Reservation reservation) {
            reservation.membership.fail(failure);
        }
        return entry instanceof Reservation || (entry instanceof GroupImpl group && group.collided(failure));
    }

    /** Of another member a construction is over that may still be under way here. */
    void complete(String id, List<ProcId> members) {
        if (groups.get(id) instanceof Reservation reservation) {
            GroupConstruct attempt = reservation.attempt();
            if (attempt != null) {
                attempt.overElsewhere(members);
            }
        }
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
