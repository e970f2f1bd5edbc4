// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.pmixj.FenceRequest;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Group;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.AddressBook;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.call.Timers;
import org.pmixj.internal.connect.ConnectNames;
import org.pmixj.internal.event.NativeRegistrations;
import org.pmixj.internal.group.invite.InviteTable;
import org.pmixj.internal.group.repair.DeathWatch;
import org.pmixj.internal.group.repair.IdCollisions;

/**
 * The groups of this process by id, from the moment their construction begins until libpmix has forgotten them. libpmix
 * accepts an id that is in use and then mixes the two groups up, so ids are kept apart here. An entry is removed only by
 * who put it there.
 */
public final class GroupTable implements AddressBook {
    public static final SessionPart.Slot<GroupTable> SLOT = new SessionPart.Slot<>(1) {
        @Override
        protected GroupTable create(Session session) {
            return new GroupTable(session.timers, InviteTable.of(session));
        }
    };

    /** Returns the one of a session. */
    public static GroupTable of(Session session) {
        return session.part(SLOT);
    }

    /**
     * What others send to those whom they still take for members is here by then. Both this layer and libpmix would take
     * it for an event of the next group of the same id.
     */
    private static final long ECHO_NANOS = 250_000_000L;

    private static final long REMEMBERED_NANOS = 2_000_000_000L;

    /** How long a late departure event can reach a process that left the group earlier. */
    private static final long OWED_NANOS = 60_000_000_000L;

    /** How long a member may take to say whether it is in a group. A process in C does not answer. */
    private static final long DOUBT_NANOS = 10_000_000_000L;

    /** So many ids are kept for late departures at most. */
    private static final int MOST_OWED = 1000;

    /** A member that may have left a group, or an earlier one of its id. */
    private record Doubt(GroupImpl group, ProcId member) {}

    /** In the place of a group that is being constructed: its members to be, of whom some may fail. */
    public static final class Reservation {
        private final Roster membership;
        private final long notBefore;
        // Guarded by this: somebody waits for the construction, and how often libpmix was asked and has not answered.
        private boolean wanted = true;
        private int asked;
        private @Nullable Construction construction;
        private @Nullable ConstructCall attempt;
        // Events and the answer to a construct come in any order.
        private final Set<ProcId> left = new LinkedHashSet<>();
        /** Members whose departure may belong to an earlier group of this id. */
        private final Set<ProcId> doubtful = new LinkedHashSet<>();

        private Reservation(Roster membership, long notBefore) {
            this.membership = membership;
            this.notBefore = notBefore;
        }

        Roster membership() {
            return membership;
        }

        /** For how long the construction must not begin, for what may still come of the last group of its id. */
        long delay(long now) {
            return Math.max(0, notBefore - now);
        }

        /** Whom to tell of members that fail. */
        void tell(Construction to) {
            List<ProcId> before;
            synchronized (membership) {
                construction = to;
                before = membership.failed();
            }
            for (ProcId member : before) {
                to.failed(member);
            }
        }

        private void failed(ProcId proc) {
            Construction to;
            synchronized (membership) {
                to = membership.remove(proc, true) ? construction : null;
            }
            if (to != null) {
                to.failed(proc);
            }
        }

        public synchronized void asked() {
            asked++;
        }

        /** libpmix is asked for a construct, of which another member may know more. */
        public synchronized void asked(ConstructCall construct) {
            asked++;
            attempt = construct;
        }

        synchronized @Nullable ConstructCall attempt() {
            return attempt;
        }

        /** libpmix said no; whether that is the end. Until then a death that may be the reason is still told. */
        synchronized boolean refused() {
            asked--;
            return !wanted && asked <= 0;
        }

        /** Nobody waits for it any more; whether nothing is left to wait for. */
        synchronized boolean givenUp() {
            wanted = false;
            return asked <= 0;
        }

        /** For another member the construction is complete, and it has left since. */
        private synchronized void left(ProcId proc, boolean isDoubtful) {
            if (asked > 0 && delay(System.nanoTime()) == 0) {
                (isDoubtful ? doubtful : left).add(proc);
            }
        }

        private synchronized List<ProcId> left() {
            return List.copyOf(left);
        }

        private synchronized List<ProcId> doubtful() {
            return List.copyOf(doubtful);
        }
    }

    /** Processes the host has told the end of; a job does not start them again. */
    private final Set<ProcId> dead = ConcurrentHashMap.newKeySet();

    private final ConcurrentHashMap<String, Long> spent = new ConcurrentHashMap<>();
    private final Set<String> endedJobs = ConcurrentHashMap.newKeySet();

    private final Timers timers;
    private final InviteTable formations;
    private final Set<GroupImpl> ended = ConcurrentHashMap.newKeySet();
    private final ConcurrentHashMap<String, Object> groups = new ConcurrentHashMap<>();
    /** Ids of groups that this process has left, until when there may be an echo. */
    private final ConcurrentHashMap<String, Long> echoes = new ConcurrentHashMap<>();
    /** The members that were still in a group when this process left it, by the group's id. */
    private final ConcurrentHashMap<String, Set<ProcId>> owed = new ConcurrentHashMap<>();
    /** Questions that a member has not answered, by their numbers. */
    private final ConcurrentHashMap<Long, Doubt> doubts = new ConcurrentHashMap<>();

    private final AtomicLong numbers = new AtomicLong();

    private final DeathWatch watch;

    public GroupTable(Timers timers, InviteTable formations) {
        this.timers = timers;
        this.formations = formations;
        this.watch = new DeathWatch(timers, this);
    }

    public Reservation reserve(String id, Roster membership) {
        Reservation reservation = new Reservation(membership, echoes.getOrDefault(id, Long.MIN_VALUE / 2));
        Object other = groups.putIfAbsent(id, reservation);
        if (other != null) {
            String state = !(other instanceof GroupImpl group)
                    ? "is constructing"
                    : group.isActive() ? "is a member of" : "is still leaving";
            throw new IllegalStateException("this process " + state + " a group '" + id + "' already");
        }
        membership.isNew(id);
        for (ProcId member : membership.members()) {
            if (dead.contains(member)) {
                membership.remove(member, true);
            }
        }
        return reservation;
    }

    /** The group is constructed. What was told of its members meanwhile happens now. */
    public void activate(Reservation reservation, GroupImpl group) {
        groups.replace(group.id(), reservation, group);
        if (group.size() > 1) {
            group.membership().verify(group.handle());
            watch();
            followJobs(group);
        }
        group.constructed(reservation.membership().first());
        for (ProcId member : group.members()) {
            if (dead.contains(member)) {
                group.failed(member);
            }
        }
        for (ProcId member : reservation.left()) {
            group.leftBefore(member);
        }
        for (ProcId member : reservation.doubtful()) {
            doubt(group, member);
        }
    }

    /**
     * Registers for the ends of jobs, if members are of another one. The host reports the end of a process to its own job
     * alone, and to nobody if that job ends because of it.
     */
    private static void followJobs(GroupImpl group) {
        Session session = group.handle().session;
        String own = session.self().nspace();
        for (ProcId member : group.members()) {
            if (!member.nspace().equals(own)) {
                NativeRegistrations.of(session).ensureInternal(group.handle(), PMIxConstants.PMIX_EVENT_JOB_END());
                return;
            }
        }
    }

    private void doubt(GroupImpl group, ProcId member) {
        long number = numbers.incrementAndGet();
        doubts.put(number, new Doubt(group, member));
        later(() -> doubtAnswered(number, member, false), DOUBT_NANOS);
        Handle handle = group.handle();
        IdCollisions.of(handle.session).askMember(handle, group.id(), member, number);
    }

    /** A member has said whether it is in a group, or has said nothing for too long. */
    public void doubtAnswered(long number, @Nullable ProcId by, boolean isMember) {
        Doubt doubt = doubts.get(number);
        if (doubt != null && doubt.member().equals(by) && doubts.remove(number, doubt)) {
            GroupImpl group = doubt.group();
            if (!isMember && group.isActive()) {
                group.leftBefore(doubt.member());
            }
        }
    }

    /** Whether this process is in a group of an id with another process, or constructs one. */
    public boolean takesPart(String id, ProcId other) {
        Object entry = groups.get(id);
        // Who constructs one may not know all of its members yet.
        return entry instanceof Reservation
                || (entry instanceof GroupImpl group
                        && group.state() != Group.State.LEFT
                        && group.members().contains(other));
    }

    /**
     * A construct has failed because of a member, and libpmix, of this process or of others, may be at it until its time
     * is over: it would take another of the same id for the same. All members know, so that all avoid the id.
     */
    public void spend(String id, long nanos) {
        spent.put(id, System.nanoTime() + nanos);
        later(new Renew(id), nanos);
    }

    private final class Renew implements Runnable {
        private final String id;

        Renew(String id) {
            this.id = id;
        }

        @Override
        public void run() {
            Long until = spent.get(id);
            if (until != null && until - System.nanoTime() <= 0) {
                spent.remove(id, until);
            }
        }
    }

    /** Whether libpmix is not to be asked for a group of this id. */
    boolean isSpent(String id) {
        Long until = spent.get(id);
        return until != null && until - System.nanoTime() > 0;
    }

    /** Whether a construction is still under way here. */
    boolean holds(String id, Reservation reservation) {
        return groups.get(id) == reservation;
    }

    /** A group of this process by its id, or null. */
    public @Nullable GroupImpl find(String id) {
        return groups.get(id) instanceof GroupImpl group && group.isActive() ? group : null;
    }

    /** How many entries there are, also of groups that have ended. */
    public int size() {
        return groups.size() + ended.size() + echoes.size();
    }

    public boolean isDead(ProcId proc) {
        return dead.contains(proc) || endedJobs.contains(proc.nspace());
    }

    /** A member that ends without leaving would make the next collective of the others hang. */
    @Override
    public void leave() {
        for (Group group : active()) {
            try {
                group.close();
            } catch (PmixException.Timeout | PmixException.LostConnection e) {
                // The server would not learn of the other departures either.
                Log.warning("leaving groups: " + e.getMessage());
                return;
            } catch (RuntimeException e) {
                Log.warning("leaving groups: " + e.getMessage());
            }
        }
    }

    // --- members that go -----------------------------------------------------------------------------------------

    /** The host told the end of a process, or of all of a job. On any thread. */
    public void died(ProcId proc) {
        if (proc.isWildcard()) {
            ended(proc.nspace());
            formations.died();
            return;
        }
        dead.add(proc);
        failed(proc, true);
    }

    /**
     * This process or another one has asked the host about a process, which has ended. In good order, it may be, after
     * the groups that are done.
     */
    public void foundDead(ProcId proc) {
        if (dead.add(proc)) {
            failed(proc, false);
        }
    }

    /** A process has left a connection, and takes no part in its end. */
    void leftConnection(String namespace, ProcId proc) {
        if (groups.get(ConnectNames.end(namespace)) instanceof Reservation reservation) {
            reservation.failed(proc);
        }
    }

    private void failed(ProcId proc, boolean alsoDone) {
        for (Object entry : groups.values()) {
            if (entry instanceof GroupImpl group) {
                if (alsoDone || !group.membership().isDone()) {
                    group.failed(proc);
                }
            } else if (entry instanceof Reservation reservation) {
                reservation.failed(proc);
            }
        }
        // Afterwards: a group that ends meanwhile is among these before it is no longer among those.
        if (alsoDone) {
            for (GroupImpl group : ended) {
                group.failed(proc);
            }
        }
        formations.died();
    }

    /** Tells the other members of groups of the end of a process that they may not hear of. */
    public void tellDead(Handle handle, ProcId proc) {
        if (dead.contains(proc)) {
            return;
        }
        for (Map.Entry<String, Object> entry : groups.entrySet()) {
            Members members = membership(entry.getValue()).members();
            if (members.contains(proc)) {
                GroupImpl.tellDead(
                        handle, entry.getKey(), members.difference(List.of(handle.session.self(), proc)), proc);
            }
        }
    }

    /** A collective of members begins. */
    void watch() {
        watch.begin();
    }

    /** Asks the host about processes, and waits for nothing. */
    public void look(Handle handle, Members procs) {
        watch.look(handle, procs);
    }

    /**
     * Asks the host about members, and waits for what it says.
     *
     * @param failures whether who ended in good order does not count
     */
    public void ask(Handle handle, Members members, boolean failures) {
        watch.askNow(handle, members, failures);
    }

    private static Roster membership(Object entry) {
        return entry instanceof GroupImpl group ? group.membership() : ((Reservation) entry).membership();
    }

    private List<Roster> memberships() {
        List<Roster> memberships = new ArrayList<>();
        for (Object entry : groups.values()) {
            memberships.add(entry instanceof GroupImpl group ? group.membership() : ((Reservation) entry).membership());
        }
        return memberships;
    }

    /** Whether there is anybody to ask about, now or later. */
    public boolean isWaiting() {
        for (Roster membership : memberships()) {
            if (membership.isWaiting() || membership.isUnverified()) {
                return true;
            }
        }
        return false;
    }

    /**
     * The namespaces of those whom a collective has been waiting for so long that it is time to ask about them, and of
     * the members of new groups.
     */
    public Map<String, Handle> doubtful() {
        Map<String, Handle> doubtful = new LinkedHashMap<>();
        for (Roster membership : memberships()) {
            Handle handle = membership.doubt();
            if (handle != null) {
                for (ProcId member : membership.members()) {
                    doubtful.put(member.nspace(), handle);
                }
            }
        }
        return doubtful;
    }

    /** A job has ended: nobody of it is a member of anything. */
    public void ended(String nspace) {
        endedJobs.add(nspace);
        for (ProcId proc : membersOf(nspace)) {
            died(proc);
        }
    }

    /**
     * The host reported the end of a job, in good order or not. Its processes may have ended after the groups that are
     * done.
     */
    void jobEnded(String nspace) {
        for (ProcId proc : membersOf(nspace)) {
            foundDead(proc);
        }
    }

    /** The members, of any group, that are processes of a job. */
    private Set<ProcId> membersOf(String nspace) {
        Set<ProcId> found = new LinkedHashSet<>();
        for (Roster membership : memberships()) {
            for (ProcId member : membership.members()) {
                if (member.nspace().equals(nspace)) {
                    found.add(member);
                }
            }
        }
        return found;
    }

    /**
     * A group has ended whose members are to be told of a death. On one node libpmix completes a destruct because of
     * one, and the host tells it afterwards.
     */
    void remember(GroupImpl group) {
        ended.add(group);
        later(new Forget(group), REMEMBERED_NANOS);
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

    /**
     * This process has left a group alone, so that the others do not know for a while.
     *
     * @param others who is still in it
     */
    void echoes(String id, List<ProcId> others) {
        Long until = System.nanoTime() + ECHO_NANOS;
        echoes.put(id, until);
        later(new Silence(id, until), ECHO_NANOS);
        if (owed.size() < MOST_OWED) {
            Set<ProcId> members = ConcurrentHashMap.newKeySet();
            members.addAll(others);
            owed.put(id, members);
            later(() -> forget(id, members), OWED_NANOS);
        }
    }

    @SuppressWarnings("ReferenceEquality") // the set itself: a later one may have the same members
    private void forget(String id, Set<ProcId> members) {
        owed.computeIfPresent(id, (same, last) -> last == members ? null : last);
    }

    private final class Silence implements Runnable {
        private final String id;
        private final Long until;

        Silence(String id, Long until) {
            this.id = id;
            this.until = until;
        }

        @Override
        public void run() {
            echoes.remove(id, until);
        }
    }

    private void later(Runnable task, long nanos) {
        try {
            Future<?> _ = timers.schedule(task, nanos);
        } catch (RejectedExecutionException e) {
            // The session ends, and this with it.
        }
    }

    /** Frees an id, if what holds it is a certain reservation or group. */
    public void free(String id, Object holder) {
        groups.remove(id, holder);
    }

    /**
     * Another group of an id was constructed at the same time.
     *
     * @return whether somebody here is told of it by a failure
     */
    public boolean collided(String id, PmixException.Exists failure) {
        Object entry = groups.get(id);
        if (entry instanceof Reservation reservation) {
            reservation.membership.fail(failure);
        }
        return entry instanceof Reservation || (entry instanceof GroupImpl group && group.collided(failure));
    }

    /** Of another member a construction is over that may still be under way here. */
    public void complete(String id, List<ProcId> members) {
        if (groups.get(id) instanceof Reservation reservation) {
            ConstructCall attempt = reservation.attempt();
            if (attempt != null) {
                attempt.overElsewhere(members);
            }
        }
    }

    /** The event that a member left. */
    public void left(String id, ProcId proc) {
        Set<ProcId> inEarlier = owed.get(id);
        // While a construct waits. Once it has ended, libpmix takes the event for a departure from this group, too.
        boolean isDoubtful = inEarlier != null && inEarlier.remove(proc);
        Object entry = groups.get(id);
        if (entry instanceof GroupImpl group) {
            group.left(proc);
        } else if (entry instanceof Reservation reservation) {
            reservation.left(proc, isDoubtful);
        }
    }

    /** This process's libpmix knows that a member has gone. */
    public void pruned(String id) {
        if (groups.get(id) instanceof GroupImpl group) {
            group.pruned();
        }
    }

    /** Another member found that libpmix does not come to an end of the group. */
    public void stuck(String id, ProcId because) {
        if (groups.get(id) instanceof GroupImpl group) {
            group.stuck(because);
        }
    }

    // --- addresses -----------------------------------------------------------------------------------------------

    @Override
    public boolean isEmpty() {
        return groups.isEmpty();
    }

    /** Whether this process is a member of a group. */
    @Override
    public boolean isActive(String id) {
        return groups.get(id) instanceof GroupImpl group && group.isActive();
    }

    @Override
    public @Nullable Collective<Void> fence(FenceRequest request, Duration timeout) {
        List<ProcId> members = request.members();
        GroupImpl group = members.size() == 1 && members.getFirst().isWildcard()
                ? find(members.getFirst().nspace())
                : null;
        return group == null
                ? null
                : group.collective(
                        "fence",
                        request.collectData(),
                        request.faultTolerant() || group.traits().faultTolerant(),
                        timeout);
    }

    /**
     * Processes with the members of a group in the place of its id, alone or with a group rank. A rank it does not have
     * stays what it is: a process that does not exist.
     */
    @Override
    public List<ProcId> expand(List<ProcId> procs) {
        if (groups.isEmpty()) {
            return procs;
        }
        List<ProcId> expanded = new ArrayList<>();
        for (ProcId proc : procs) {
            GroupImpl group = find(proc.nspace());
            if (group != null && proc.isWildcard()) {
                expanded.addAll(group.members());
            } else if (group != null && proc.rank() < group.byRank().size()) {
                expanded.add(group.byRank().get(proc.rank()));
            } else {
                expanded.add(proc);
            }
        }
        return expanded;
    }

    /**
     * One process, for which a group and a rank in it may stand. libpmix would wait for ever for the data of a group that
     * this process is no member of any more.
     */
    @Override
    public ProcId resolve(String what, ProcId proc) {
        if (!(groups.get(proc.nspace()) instanceof GroupImpl group)) {
            requireNoConnection(what, proc);
            return proc;
        }
        Members members = group.byRank();
        if (!group.isActive()) {
            throw new PmixException.NotFound(
                    what + " failed: this process is no longer a member of " + ConnectNames.title(proc.nspace()),
                    new PmixStatus(StatusCodes.NOT_FOUND));
        } else if (proc.isWildcard()) {
            throw new IllegalArgumentException(what + ": " + ConnectNames.title(proc.nspace())
                    + " as a whole is no process; its members are, and their jobs");
        } else if (proc.rank() >= members.size()) {
            throw new PmixException.NotFound(
                    what + " failed: " + ConnectNames.title(proc.nspace()) + " has " + members.size() + " members",
                    new PmixStatus(StatusCodes.NOT_FOUND));
        }
        return members.get(proc.rank());
    }

    /** libpmix answers for a namespace that is none as it happens to. */
    private static void requireNoConnection(String what, ProcId proc) {
        if (ConnectNames.isNamespace(proc.nspace())) {
            throw new PmixException.NotFound(
                    what + " failed: this process is not in " + ConnectNames.title(proc.nspace()),
                    new PmixStatus(StatusCodes.NOT_FOUND));
        }
    }

    /** Processes, each once, for which groups and ranks in them may stand. */
    @Override
    public List<ProcId> resolve(String what, List<ProcId> procs) {
        if (groups.isEmpty()) {
            for (ProcId proc : procs) {
                requireNoConnection(what, proc);
            }
            return procs;
        }
        Set<ProcId> resolved = new LinkedHashSet<>();
        for (ProcId proc : procs) {
            GroupImpl group = proc.isWildcard() ? find(proc.nspace()) : null;
            if (group != null) {
                resolved.addAll(group.members());
            } else if (proc.isWildcard() && !groups.containsKey(proc.nspace())) {
                requireNoConnection(what, proc);
                resolved.add(proc);
            } else {
                resolved.add(resolve(what, proc));
            }
        }
        List<ProcId> list = new ArrayList<>();
        for (ProcId proc : resolved) {
            // Beside all of its job, one of it makes libpmix wait for ever.
            if (proc.isWildcard() || !resolved.contains(ProcId.all(proc.nspace()))) {
                list.add(proc);
            }
        }
        return list;
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
