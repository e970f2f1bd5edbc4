// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Group;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.call.Timers;
import org.pmixj.internal.notice.NativeRegistrations;

/**
 * Keeps the groups of this process by id, from the start of their construct until libpmix has forgotten them. libpmix
 * accepts an id that is in use and then confuses the two groups, so ids are kept apart here. An entry is removed only
 * by whoever put it there.
 */
public final class GroupTable extends GroupAddresses {
    public static final SessionPart.Slot<GroupTable> SLOT = new SessionPart.Slot<>(1) {
        @Override
        protected GroupTable create(Session session) {
            return new GroupTable(session, Objects.requireNonNull(rooms));
        }
    };

    private static volatile @Nullable Rooms rooms;

    /** Finds what groups use of the rooms above and beside them. */
    public interface Rooms {
        LeaderPath leaders(Session session);

        GroupExchange.Board exchanges(Session session);

        GroupRepair repair(Session session);
    }

    /** Sets the rooms that groups use, for all sessions. */
    public static void use(Rooms used) {
        rooms = used;
    }

    public static GroupTable of(Session session) {
        return session.part(SLOT);
    }

    final Timers timers;
    public final ProcessEnds ends = new ProcessEnds(this);
    public final GroupRepair repair;
    final WireVersions versions;
    private volatile @Nullable Handle answerer;
    public final LeaderPath leaders;
    final GroupExchange.Board exchanges;

    private GroupTable(Session session, Rooms rooms) {
        this.timers = session.timers;
        this.leaders = rooms.leaders(session);
        this.exchanges = rooms.exchanges(session);
        this.repair = rooms.repair(session);
        startsFencesInTurn(repair.startsFencesInTurn());
        this.versions = new WireVersions(session, this);
    }

    public Reservation reserve(String id, Roster membership) {
        versions.check(membership.members());
        Reservation reservation = new Reservation(membership, repair.notBefore(id));
        Object other = groups.putIfAbsent(id, reservation);
        if (other != null) {
            String state = !(other instanceof GroupImpl group)
                    ? "is constructing"
                    : group.isActive() ? "is a member of" : "is still leaving";
            throw new IllegalStateException("construct of group '" + id + "': this process " + state
                    + " a group of this id already; destruct that one first, or take another id (see uniqueId)");
        }
        exchanges.idReserved(id);
        for (ProcId member : ends.reported(membership.members())) {
            membership.remove(member, true);
        }
        return reservation;
    }

    /** Replaces a reservation by the group. Departures that were reported meanwhile take effect now. */
    public void activate(Reservation reservation, GroupImpl group) {
        group.requested(reservation.membership().first());
        groups.replace(group.id(), reservation, group);
        forgetGivenUp(group.id());
        leaders.constructEnded(group.id());
        if (group.size() > 1) {
            group.membership().verifyLater(group.handle());
            repair.collectiveStarts();
            followJobs(group);
        }
        group.changes().constructed(reservation.membership().first());
        for (ProcId member : ends.reported(group.members())) {
            group.changes().failed(member);
        }
        for (ProcId member : reservation.departed()) {
            group.changes().leftBefore(member);
        }
        for (ProcId member : reservation.doubtful()) {
            repair.askMember(group, member);
        }
    }

    /**
     * Registers for the ends of jobs, if members are of another one. The host reports the end of a process to its own
     * job alone, and to nobody if that job ends because of it.
     */
    private static void followJobs(GroupImpl group) {
        Session session = group.handle().session;
        String own = session.self().nspace();
        Members members = group.members();
        for (int i = 0; i < members.size(); i++) {
            if (!members.get(i).nspace().equals(own)) {
                NativeRegistrations.of(session).ensureInternal(group.handle(), PMIxConstants.PMIX_EVENT_JOB_END());
                return;
            }
        }
    }

    /** Returns whether this process is in a group of an id with another process, or constructs one. */
    public boolean takesPart(String id, ProcId other) {
        Object entry = groups.get(id);
        // A process that constructs a group may not know all of its members yet.
        return entry instanceof Reservation
                || (entry instanceof GroupImpl group
                        && group.state() != Group.State.LEFT
                        && group.members().contains(other));
    }

    /** Returns whether an id is still held by a certain reservation or group. */
    @SuppressWarnings("ReferenceEquality") // the holder itself
    public boolean holds(String id, Object holder) {
        return groups.get(id) == holder;
    }

    /** Returns how many entries there are, also of groups that have ended. */
    public int size() {
        return groups.size() + ends.size() + repair.size();
    }

    // A member that ends without leaving would make the next collective of the others hang.
    @Override
    public void leave() {
        List<Group> left = active();
        RuntimeException failure = null;
        int failed = 0;
        for (Group group : left) {
            // If the server does not answer, it would not learn of the other departures either.
            boolean isUnreachable =
                    failure instanceof PmixException.Timeout || failure instanceof PmixException.LostConnection;
            try {
                if (!isUnreachable) {
                    group.close();
                    continue;
                }
            } catch (RuntimeException e) {
                failure = e;
            }
            failed++;
        }
        if (failure != null) {
            Log.warning("close: " + failed + " of " + left.size() + " groups were not left in order, so that their"
                    + " members may wait for this process: " + failure.getMessage());
        }
    }

    @Override
    public String unclosed() {
        List<String> ids = new ArrayList<>();
        active().forEach(group -> ids.add(group.id()));
        return ids.isEmpty() ? "" : "groups " + ids;
    }

    // --- departures ----------------------------------------------------------------------------------------------

    /** Removes a process from the construct of a group. */
    public void departed(String id, ProcId proc) {
        if (groups.get(id) instanceof Reservation reservation) {
            reservation.failed(proc);
        }
    }

    /** Fails all that waits for a process. */
    void fail(ProcId proc, PmixException failure) {
        leaders.fail(proc, failure);
        for (Roster membership : memberships()) {
            if (membership.members().contains(proc)) {
                // First, so that others learn why before they learn that this process has left.
                versions.greet(answerer, membership.members());
                membership.fail(failure);
            }
        }
    }

    /** Returns a message about a process that uses another version of this library, or null if none is known. */
    public @Nullable String explainVersion() {
        return versions.explain();
    }

    /** Visits the groups and reservations of this process with their ids. */
    public void forEach(BiConsumer<String, Members> visitor) {
        groups.forEach((id, entry) -> visitor.accept(id, membership(entry).members()));
    }

    List<Roster> memberships() {
        return groups.values().stream().map(GroupTable::membership).toList();
    }

    /** Returns whether the host is to be asked about any members, now or later. */
    public boolean isWaiting() {
        return memberships().stream().anyMatch(membership -> membership.isWaiting() || membership.isUnverified());
    }

    /**
     * Advances the intervals of all groups, and greets the members for which a collective has waited long.
     *
     * @return the namespaces of members about which it is time to ask the host: of new groups and long collectives
     */
    public Map<String, Handle> tick() {
        Map<String, Handle> due = new LinkedHashMap<>();
        for (Roster membership : memberships()) {
            Handle handle = membership.handleIfDue();
            if (handle != null) {
                for (ProcId member : membership.members()) {
                    due.put(member.nspace(), handle);
                }
                if (membership.isWaiting()) {
                    versions.greet(handle, membership.members());
                }
            }
        }
        return due;
    }

    /** Frees an id, if what holds it is a certain reservation or group. */
    public void free(String id, Object holder) {
        if (groups.remove(id, holder) && holder instanceof Reservation) {
            leaders.constructEnded(id);
        }
    }

    /**
     * Fails the group of an id, because another one was constructed at the same time. Returns false if there is none.
     */
    public boolean collided(String id, PmixException.Exists failure) {
        Object entry = groups.get(id);
        if (entry instanceof Reservation reservation) {
            reservation.membership().fail(failure);
        }
        return entry instanceof Reservation || (entry instanceof GroupImpl group && group.collided(failure));
    }

    /** Removes a member that left a group in good order. Before its construct is over here, no exchange can be. */
    public void memberLeft(String id, ProcId proc, long sentUpTo) {
        // Used while a construct waits. Afterwards libpmix, too, takes the event for a departure from this group.
        boolean isDoubtful = repair.isOfEarlier(id, proc);
        Object entry = groups.get(id);
        if (entry instanceof GroupImpl group) {
            group.exchanges.memberLeft(proc, sentUpTo);
            group.changes().left(proc);
        } else if (entry instanceof Reservation reservation) {
            reservation.memberLeft(proc, isDoubtful);
        }
    }

    /** Sets the handle through which questions of other processes are answered. The last user's serves. */
    public void answerThrough(Handle user) {
        answerer = user;
    }

    public @Nullable Handle answerer() {
        return answerer;
    }

    public List<Group> active() {
        List<Group> active = new ArrayList<>();
        for (Object entry : groups.values()) {
            if (entry instanceof GroupImpl group && group.isActive()) {
                active.add(group);
            }
        }
        return active;
    }
}
