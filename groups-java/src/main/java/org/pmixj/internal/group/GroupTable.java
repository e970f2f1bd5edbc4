// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pmixj.FenceRequest;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.AddressBook;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.data.GivenUp;
import org.pmixj.internal.notice.EventKeys;
import org.pmixj.internal.notice.NativeRegistrations;
import org.pmixj.internal.notice.ReceivedEvent;
import org.pmixj.job.Job;

/**
 * Keeps the groups of this process by id, from the start of their construct until libpmix has forgotten them. libpmix
 * accepts an id that is in use and then confuses the two groups, so ids are kept apart here. An entry is removed only
 * by whoever put it there.
 */
public final class GroupTable implements AddressBook, GroupImpl.Table {
    public static final SessionPart.Slot<GroupTable> SLOT = new SessionPart.Slot<>(1) {
        @Override
        protected GroupTable create(Session session) {
            return new GroupTable(session, rooms());
        }
    };

    private static volatile @Nullable Rooms rooms;

    /** Finds what groups use of the rooms above and beside them. */
    public interface Rooms {
        /** Returns what constructs groups that a leader leads. */
        LeaderPath leaders(Session session);

        /** Returns what keeps the values that members exchange. */
        GroupExchange.Board exchanges(Session session);

        /** Returns what asks who has not called a collective. */
        WhoIsMissing whoIsMissing(Session session);

        /** Returns how groups are constructed and ended: {@link ByHost} where the host has groups. */
        GroupMethod method(Session session);

        /** Returns the jobs of processes, as {@link GroupImpl.Table#jobs}. */
        Map<String, Job> jobs(Handle handle, Duration time, Members procs);
    }

    /** Sets the rooms that groups use, for all sessions. */
    public static void use(Rooms used) {
        rooms = used;
    }

    static Rooms rooms() {
        return Objects.requireNonNull(rooms);
    }

    public static GroupTable of(Session session) {
        return session.part(SLOT);
    }

    /** The groups and reservations of this process by id. */
    final ConcurrentHashMap<String, Object> groups = new ConcurrentHashMap<>();

    public final ProcessEnds ends = new ProcessEnds(this);
    /** How groups are constructed and ended: {@link ByHost} where the host has groups. */
    public final GroupMethod method;

    public final WireVersions versions;
    private volatile @Nullable Handle answerer;
    public final LeaderPath leaders;
    private final GroupExchange.Board exchanges;

    private GroupTable(Session session, Rooms rooms) {
        this.leaders = rooms.leaders(session);
        this.exchanges = rooms.exchanges(session);
        this.method = rooms.method(session);
        this.versions = new WireVersions(session, this);
    }

    /**
     * Reserves the id of a group.
     *
     * @param isCollective whether all members construct it; otherwise one invites the others
     */
    public Reservation reserve(String id, Roster membership, boolean isCollective) {
        versions.refuseForeign(membership.members());
        Reservation reservation = new Reservation(membership, method, id, isCollective);
        Object other = groups.putIfAbsent(id, reservation);
        if (other != null) {
            String state = !(other instanceof GroupImpl group)
                    ? "is constructing"
                    : group.isActive() ? "is a member of" : "is still leaving";
            throw new IllegalStateException("construct of group '" + id + "': this process " + state
                    + " a group of this id already; destruct that one first, or take another id (see uniqueId)");
        }
        if (!reservation.waits) {
            exchanges.withdrawEarlier(id);
        }
        for (ProcId member : ends.deadAmong(membership.members())) {
            membership.remove(member, true);
        }
        return reservation;
    }

    @Override
    public void activate(Reservation reservation, GroupImpl group) {
        group.constructed(reservation);
        if (!groups.replace(group.id(), reservation, group)) {
            throw StatusCodes.givenUp(group.name("construct"));
        }
        forgetGivenUp(group.id());
        leaders.constructEnded(group.id());
        if (group.size() > 1) {
            method.activated(group);
            followJobs(group.handle, group.members());
        }
        group.changes.constructed(reservation.membership.first());
        for (Runnable change : reservation.meanwhile()) {
            change.run();
        }
        // A member that left is not one that failed, if its job has ended since.
        for (ProcId member : ends.deadAmong(group.members())) {
            group.changes.failed(member);
        }
    }

    /**
     * Registers for the ends of jobs, if members are of another one. The host reports the end of a process to its own
     * job alone, and to nobody if that job ends because of it.
     */
    static void followJobs(Handle handle, Members members) {
        String own = handle.session.self().nspace();
        for (int i = 0; i < members.size(); i++) {
            if (!members.get(i).nspace().equals(own)) {
                NativeRegistrations.of(handle.session)
                        .ensureInternal(handle, List.of(PMIxConstants.PMIX_EVENT_JOB_END()));
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

    @Override
    @SuppressWarnings("ReferenceEquality") // the holder itself
    public boolean holds(String id, Object holder) {
        return groups.get(id) == holder;
    }

    /** Returns how many entries there are, also of groups that have ended. */
    public int size() {
        return groups.size() + ends.size() + method.countLeft();
    }

    /**
     * Ends the waits of threads in the groups of this handle. If other handles keep the session open, it also leaves
     * these groups.
     */
    @Override
    public void handleClosed(Handle handle) {
        boolean leaves = !handle.session.isLast;
        for (Object entry : groups.values()) {
            if (entry instanceof GroupImpl group && group.handle.equals(handle)) {
                group.membership.wake();
                if (leaves) {
                    group.abandon();
                }
            }
        }
    }

    // A member that ends without leaving would make the next collective of the others hang.
    @Override
    public void leave() {
        List<GroupImpl> left = active();
        RuntimeException failure = null;
        int failed = 0;
        boolean isUnreachable = false;
        for (Group group : left) {
            // If the server does not answer, it would not learn of the other departures either.
            try {
                if (!isUnreachable) {
                    group.close();
                    continue;
                }
            } catch (RuntimeException e) {
                failure = e;
                isUnreachable = e instanceof PmixException.Timeout || e instanceof PmixException.LostConnection;
            }
            failed++;
        }
        if (failure != null) {
            Log.warning("close: " + failed + " of " + left.size() + " groups were not left in order, so that their"
                    + " members may wait for this process: " + failure.getMessage());
        }
        method.beforeEnd();
        if (!isUnreachable && !active().isEmpty()) {
            // Their constructs have ended meanwhile.
            leave();
        }
    }

    @Override
    public String unclosed() {
        List<String> ids = active().stream().map(Group::id).toList();
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
    void fail(ProcId proc, Supplier<PmixException> failure) {
        leaders.fail(proc, failure.get());
        for (String id : groups.keySet()) {
            GroupImpl group = made(id, reservation -> fail(proc, reservation.membership, failure));
            if (group != null) {
                fail(proc, group.membership, failure);
            }
        }
    }

    private boolean fail(ProcId proc, Roster membership, Supplier<PmixException> failure) {
        boolean fails = membership.members().contains(proc);
        if (fails) {
            // First, so that others learn why before they learn that this process has left.
            versions.greet(answerer, membership.members());
            membership.fail(failure);
        }
        return fails;
    }

    /**
     * Returns the group of an id. While it is being constructed, something is noted for it; if that is done, the group
     * is returned that another thread has made meanwhile.
     */
    private @Nullable GroupImpl made(String id, Predicate<Reservation> noted) {
        Object entry = groups.get(id);
        if (entry instanceof Reservation reservation && noted.test(reservation)) {
            entry = groups.get(id);
        }
        return entry instanceof GroupImpl group ? group : null;
    }

    /** Visits the groups and reservations of this process with their ids. */
    public void forEach(BiConsumer<String, Members> visitor) {
        groups.forEach((id, entry) -> visitor.accept(id, membership(entry).members()));
    }

    /** Returns the members of all groups and reservations. */
    public List<Roster> memberships() {
        return groups.values().stream().map(GroupTable::membership).toList();
    }

    @Override
    public void free(String id, Object holder) {
        if (holder instanceof GroupImpl group && group.traits.notifyTermination()) {
            ends.rememberEnded(group);
        }
        if (groups.remove(id, holder) && holder instanceof Reservation) {
            leaders.constructEnded(id);
        }
    }

    /**
     * Fails the group of an id, because another one was constructed at the same time. Returns false if there is none.
     */
    public boolean collided(String id, Supplier<PmixException.Exists> failure) {
        // A reservation that comes later finds the collision itself.
        boolean isReserved = groups.get(id) instanceof Reservation;
        GroupImpl group = made(id, reservation -> {
            reservation.membership.fail(failure);
            return true;
        });
        return group == null ? isReserved : group.collided(failure);
    }

    /**
     * Ends the collectives of a group that a member has revoked. The event may precede the answer to the construct.
     * Returns false if the event is another one.
     */
    boolean revoked(ReceivedEvent event) {
        OptionalLong hash = event.number(WireKeys.GROUP_REVOKED);
        if (hash.isEmpty()) {
            return false;
        }
        ProcId member = event.source;
        if (member != null && event.find(EventKeys.GROUP_ID) instanceof PmixValue.Str id) {
            whenMade(
                    id.value(),
                    Map.entry(member, WireKeys.GROUP_REVOKED),
                    made -> made.revoked(member, hash.getAsLong()));
        }
        return true;
    }

    /**
     * Removes a member that left a group in good order. Before its construct is over here, no exchange can be.
     *
     * @return whether the application does not see the notice: this process is no member any more, and is notified only so
     *     that it waits no longer
     */
    boolean memberLeft(String id, ProcId proc, ReceivedEvent notice) {
        long instance = notice.number(WireKeys.GROUP_INSTANCE).orElse(0);
        Object entry = groups.get(id);
        boolean isMember = false;
        if (entry instanceof GroupImpl group && group.isInstance(instance)) {
            isMember = group.state() != Group.State.LEFT;
            group.exchanges.memberLeft(
                    proc, notice.number(WireKeys.GROUP_EXCHANGES).orElse(0));
            group.changes.left(proc);
        }
        // The answer is true once for a member, so it is asked in any case. It matters while a construct waits:
        // afterwards libpmix, where it knows groups, takes the event for a departure from this group.
        boolean isDoubtful = method.isOfEarlier(id, proc, instance);
        if (!(entry instanceof GroupImpl)) {
            whenMade(id, proc, made -> {
                if (isDoubtful) {
                    method.askMember(made, proc);
                } else if (made.isInstance(instance)) {
                    made.changes.leftBefore(proc);
                }
            });
        }
        // A notice without an instance is of libpmix. While a construct is under way, it may concern that group.
        return instance != 0 && !isMember && !(entry instanceof Reservation);
    }

    /**
     * Has something done to a group, now or when it is made. Does nothing if what has happened is of an earlier one.
     */
    private void whenMade(String id, Object cause, Consumer<GroupImpl> change) {
        GroupImpl group = made(id, reservation -> reservation.whenMade(cause, () -> whenMade(id, cause, change)));
        if (group != null) {
            change.accept(group);
        }
    }

    /** Sets the handle through which questions of other processes are answered. The last user's serves. */
    public void answerThrough(Handle user) {
        answerer = user;
    }

    public @Nullable Handle answerer() {
        return answerer;
    }

    public List<GroupImpl> active() {
        List<GroupImpl> active = new ArrayList<>();
        for (Object entry : groups.values()) {
            if (entry instanceof GroupImpl group && group.isActive()) {
                active.add(group);
            }
        }
        return active;
    }

    // --- what a group uses ------------------------------------------------------------------------------------------

    @Override
    public GroupExchange.Board exchanges() {
        return exchanges;
    }

    @Override
    public Map<String, Job> jobs(Handle handle, Duration time, Members procs) {
        return rooms().jobs(handle, time, procs);
    }

    @Override
    public List<Info> reportOf(ProcId proc, List<Info> others) {
        return ends.reportOf(proc).and(others);
    }

    @Override
    public GroupMethod method() {
        return method;
    }

    @Override
    public GroupImpl.Leaving leaving(GroupImpl group, CollectiveOptions options) {
        return new OwnLeave(group, options);
    }

    @Override
    public void collectiveStarts() {
        method.collectiveStarts();
    }

    @Override
    public boolean startsFencesInTurn() {
        return method.startsFencesInTurn();
    }

    @Override
    public @Nullable GroupImpl find(String id) {
        return groups.get(id) instanceof GroupImpl group && group.isActive() ? group : null;
    }

    /** Returns the group of an id, also one that this process is ending, or null. */
    public @Nullable GroupImpl findKnown(String id) {
        return groups.get(id) instanceof GroupImpl group ? group : null;
    }

    /** Returns whether a process is, or was, among the known members of a group or construct of this process. */
    public boolean isOrWasMember(String id, ProcId proc) {
        Object entry = groups.get(id);
        return entry != null && membership(entry).first().contains(proc);
    }

    @Override
    public boolean isActive(String id) {
        return find(id) != null;
    }

    @Override
    public boolean isEmpty() {
        return groups.isEmpty();
    }

    static Roster membership(Object entry) {
        return entry instanceof GroupImpl group ? group.membership : ((Reservation) entry).membership;
    }

    @Override
    public boolean haveMembersOf(String namespace) {
        return groups.values().stream()
                .flatMap(entry -> membership(entry).first().stream())
                .anyMatch(member -> member.nspace().equals(namespace));
    }

    @Override
    public AddressBook.@Nullable Operation<Void> fence(FenceRequest request, Duration timeout) {
        List<ProcId> members = request.members();
        ProcId all = members.size() == 1 ? members.getFirst() : null;
        GroupImpl group = all != null && all.isWildcard() ? find(all.nspace()) : null;
        if (group == null) {
            return null;
        }
        boolean faultTolerant = request.faultTolerant() || group.traits.faultTolerant();
        return group.collective("fence", request.collectData(), faultTolerant, timeout, request.directives());
    }

    @Override
    public boolean hasCalled(String name) {
        if (name.startsWith(Collective.CONSTRUCT)) {
            Object entry = groups.get(name.substring(Collective.CONSTRUCT.length()));
            // A group that ends is an earlier one.
            return entry != null && !(entry instanceof GroupImpl group && !group.isActive());
        }
        return name.startsWith(Collective.DESTRUCT) && find(name.substring(Collective.DESTRUCT.length())) == null;
    }

    /** Forgets what was given up before a group of the id was complete. */
    static void forgetGivenUp(String id) {
        if (GivenUp.isAny()) {
            GivenUp.remove(Collective.CONSTRUCT + id);
            GivenUp.remove(Collective.DESTRUCT + id);
        }
    }

    @Override
    public WhoIsMissing whoIsMissing(Session session) {
        return rooms().whoIsMissing(session);
    }

    private boolean nameGroups(List<ProcId> procs) {
        for (int i = 0; i < procs.size() && !groups.isEmpty(); i++) {
            if (find(procs.get(i).nspace()) != null) {
                return true;
            }
        }
        return false;
    }

    /** Returns processes with members in the place of a group's id; keeps a group rank that does not exist. */
    @Override
    public List<ProcId> expand(List<ProcId> procs) {
        if (!nameGroups(procs)) {
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
     * Returns the process for which a group and a rank in it may stand. libpmix would wait for ever for the data of a
     * group that this process is no longer a member of.
     */
    @Override
    public ProcId resolve(String what, ProcId proc) {
        if (!(groups.get(proc.nspace()) instanceof GroupImpl group)) {
            requireNoConnection(what, proc);
            return proc;
        }
        Members members = group.byRank();
        if (!group.isActive()) {
            throw StatusCodes.notFound(what + " failed: this process is no longer a member of " + group.title());
        } else if (proc.isWildcard()) {
            throw new IllegalArgumentException(
                    what + ": " + group.title() + " as a whole is no process; its members are, and their jobs");
        } else if (proc.rank() >= members.size()) {
            throw StatusCodes.notFound(
                    what + " failed: " + group.title() + " has " + Checks.count(members.size(), "member"));
        }
        return members.get(proc.rank());
    }

    /** libpmix returns arbitrary results for unknown namespaces, so those of connections are refused here. */
    private static void requireNoConnection(String what, ProcId proc) {
        if (GroupIds.isReserved(proc.nspace())) {
            throw StatusCodes.notFound(what + " failed: this process is not in connection '" + proc.nspace() + "'");
        }
    }

    /** Returns processes, each once, for which groups and ranks in them may stand. */
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
        // If a job is named as a whole and by a rank, libpmix waits for ever.
        resolved.removeIf(proc -> !proc.isWildcard() && resolved.contains(ProcId.all(proc.nspace())));
        return List.copyOf(resolved);
    }
}
