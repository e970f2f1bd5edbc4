// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.event.Registration;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupEvent;
import org.pmixj.group.GroupOperations;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Procedure;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.data.LocalGet;
import org.pmixj.internal.group.GroupKind.Traits;
import org.pmixj.job.Job;

/** Implements the operations of a group. */
public final class GroupImpl implements Group, Collective.Operations, Delivery.Abandonable {
    /** Keeps the groups of this process by id, and knows how the host ends them. */
    public interface Table {
        /** Returns the {@code GroupTable}, which this file does not name. */
        static Table of(Session session) {
            return (Table) session.addresses();
        }

        /** Returns the group of an id of which this process is a member, or null. */
        @Nullable
        GroupImpl find(String id);

        /** Returns whether an id is still held by a certain reservation or group. */
        boolean holds(String id, Object holder);

        /** Replaces a reservation by the group. Departures that were reported meanwhile take effect now. */
        void activate(Reservation reservation, GroupImpl group);

        /** Frees an id, if what holds it is a certain reservation or group. */
        void free(String id, Object holder);

        /** Returns what keeps the values that members exchange. */
        GroupExchange.Board exchanges();

        /**
         * Returns the jobs of processes by namespace. The reports of the host about other jobs are read now.
         *
         * @param time how long each question to the host may take
         */
        Map<String, Job> jobs(Handle handle, Duration time, Members procs);

        /** Returns what was reported of the end of a process as attributes of an event, with some others. */
        List<Info> reportOf(ProcId proc, List<Info> others);

        Collective.Method method();

        Leaving leaving(GroupImpl group, CollectiveOptions options);
    }

    /** Removes this process from a group. */
    interface Leaving {
        /** Leaves, and waits until libpmix has notified the others. */
        void leave();

        CompletableFuture<Void> leaveAsync();

        /** Notifies the others, and returns at once. */
        void abandon();

        /** Removes from libpmix a group that has ended for all members, and returns at once. */
        void forget();
    }

    /** Repairs the view that this process's libpmix has of a group, as defects of libpmix require. */
    public interface View {
        /** Registers a group with libpmix that was constructed under another id. */
        default void introduce() {}

        /** Returns whether only this process's libpmix knows the group under its id. */
        default boolean isIsolated() {
            return false;
        }

        /** Notifies the libpmix of this process of the members in their order. */
        default void reorder() {}

        /** Keeps libpmix from ending the group: it may still construct another group of the id. */
        default void keepFromLibrary() {}

        /** Reports a failed member to libpmix as one that left. The caller holds the lock of the {@link Roster}. */
        default void prune(ProcId member) {}
    }

    public final Handle handle;
    final String id;
    final OptionalLong contextId;
    public final Traits traits;
    public final Roster membership;
    private final GroupInfo info;
    private volatile Members missing = Members.none();
    private volatile @Nullable Map<String, Job> jobs;

    private final Table table;
    public final GroupChanges changes;
    /** Repairs the view that this process's libpmix has of the group. */
    public final View repair;

    public final GroupExchange exchanges;
    /**
     * Distinguishes this group from others of its id: all members have the same number. 0 if there is none: for groups of
     * the host, constructs with a leader, and invitations by libpmix alone.
     */
    public volatile long instance;

    private final AtomicReference<State> state = new AtomicReference<>(State.ACTIVE);

    /** Constructs a group in which the information of some members is known, and libpmix has that of the others. */
    public GroupImpl(
            Handle handle,
            String id,
            List<ProcId> members,
            OptionalLong contextId,
            Traits traits,
            Map<ProcId, Attributes> known) {
        this.handle = handle;
        this.id = id;
        this.contextId = contextId;
        this.traits = traits;
        this.info = new GroupInfo(handle, contextId, known);
        this.membership = new Roster(handle.session, Members.of(members));
        this.table = Table.of(handle.session);
        this.repair = table.method().view(this);
        this.changes = new GroupChanges(this);
        this.exchanges = table.exchanges().of(this);
    }

    /** Returns whether what names an instance may concern this group. */
    boolean isInstance(long number) {
        return number == 0 || number == instance;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public Members members() {
        return membership.members();
    }

    @Override
    public Members missing() {
        return missing;
    }

    /** Notes when the construct started, and who was to be a member. */
    void constructed(Reservation reservation) {
        missing = reservation.requested.difference(membership.first());
        // Others may have the group, and call its fence, before this process has it.
        membership.startedAt = reservation.membership.startedAt;
    }

    /** Returns the members by rank, where ranks are fixed with those that departed. */
    public Members byRank() {
        return traits.kind().isFixed() ? membership.first() : members();
    }

    /** Returns how often the group of this id was extended. */
    public int epoch() {
        return info.epoch();
    }

    @Override
    public int size() {
        return members().size();
    }

    @Override
    public OptionalLong contextId() {
        return contextId;
    }

    @Override
    public <T> Optional<T> info(ProcId member, Key<T> key) {
        return info.find(single(member), key);
    }

    @Override
    public Map<String, Job> jobs() {
        return jobs(handle.defaultTimeout);
    }

    /** Returns the jobs. If they were not read before, reads them within a time. */
    public Map<String, Job> jobs(Duration time) {
        Map<String, Job> known = jobs;
        if (known == null) {
            handle.checkOpen();
            handle.session.refuseOnProgressThread("jobs of a group");
            known = table.jobs(handle, time, membership.first());
            jobs = known;
        }
        return known;
    }

    /** Returns the process for which a group rank may stand. */
    private ProcId single(ProcId proc) {
        Objects.requireNonNull(proc, "member");
        if (!proc.nspace().equals(id)) {
            return proc;
        }
        Members ranks = byRank();
        return ranks.get(Checks.rank("group", id, proc.rank(), ranks.size(), "member"));
    }

    /** Returns what messages call an operation on the group. */
    public String name(String operation) {
        return traits.kind().operation(operation, id);
    }

    String title() {
        return traits.kind().title(id);
    }

    Duration timeout(CollectiveOptions options) {
        return Objects.requireNonNull(options, "options").timeout().orElse(handle.defaultTimeout);
    }

    /** Returns a request for a group with the traits of this one. */
    public GroupRequest requestLike(String newId, List<ProcId> members, Duration timeout) {
        GroupRequest.Builder request =
                GroupRequest.named(newId).members(members).timeout(timeout);
        if (traits.faultTolerant()) {
            request.faultTolerant();
        }
        if (traits.notifyTermination()) {
            request.notifyTermination();
        }
        if (contextId.isPresent()) {
            request.assignContextId();
        }
        return request.build();
    }

    @Override
    public String toString() {
        return "Group[" + id + ", " + size() + " members" + (isActive() ? "]" : ", ended]");
    }

    @Override
    public int rank() {
        checkActive("rank");
        return members().indexOf(handle.session.self());
    }

    /** Returns whether this process still is a member. */
    public boolean isActive() {
        return state.get() == State.ACTIVE;
    }

    @Override
    public State state() {
        return state.get();
    }

    @Override
    public Optional<ProcId> leader() {
        return changes.leader();
    }

    private void checkActive(String operation) {
        if (!isActive()) {
            membership.checkFailure();
            throw new IllegalStateException(operation + ": this process is no longer a member of " + title());
        }
    }

    @Override
    public Members awaitSize(int size, Duration timeout) {
        if (size < 1) {
            throw new IllegalArgumentException(
                    name("awaitSize") + ": a group never has " + size + " members; give 1 or more");
        }
        handle.session.refuseOnProgressThread(name("awaitSize"));
        Deadline deadline = Deadline.of(name("awaitSize"), Checks.timeout(timeout));
        handle.checkOpen();
        synchronized (membership) {
            while (!handle.isClosed()) {
                checkActive("awaitSize");
                Members now = members();
                if (now.size() <= size) {
                    return now;
                }
                deadline.await(membership);
            }
        }
        throw StatusCodes.closed(deadline.what());
    }

    @Override
    public Registration onChange(Consumer<? super GroupEvent> listener) {
        synchronized (membership) {
            checkActive("onChange");
            return changes.listen(listener);
        }
    }

    // --- operations --------------------------------------------------------------------------------------------------

    private record WithOptions(GroupImpl group, CollectiveOptions options) implements Collective.Operations {}

    @Override
    public GroupOperations with(CollectiveOptions options) {
        return new WithOptions(this, Objects.requireNonNull(options, "options"));
    }

    @Override
    public GroupImpl group() {
        return this;
    }

    Collective<Void> fencing(CollectiveOptions options) {
        return collective("fence", true, traits.faultTolerant(), timeout(options), options.directives());
    }

    <T> Procedure<Map<ProcId, T>> exchanging(CollectiveOptions options, ValueType<T> type, T value) {
        String operation = options.operation().orElse("exchange");
        checkCanStart(operation, options);
        return exchanges.exchange(operation, type, value, timeout(options));
    }

    Procedure<Optional<Group>> splitting(CollectiveOptions options, int colour, int key) {
        checkCanStart("split", options);
        return exchanges.split(colour, key, timeout(options), Function.identity());
    }

    Procedure<Group> splittingByNode(CollectiveOptions options) {
        checkCanStart("splitByNode", options);
        Session session = handle.session;
        PmixValue node = LocalGet.get(
                session, session.self(), PMIxConstants.PMIX_HOSTNAME().getString(0), Attributes.none());
        if (node == null) {
            throw StatusCodes.notFound(name("splitByNode") + ": the host does not report the name of this node");
        }
        // Members of other jobs count the nodes differently.
        long colour = GroupIds.hash(node.toString()) & Long.MAX_VALUE;
        return exchanges.split(colour, 0, timeout(options), Optional::orElseThrow);
    }

    Procedure<Group> extending(CollectiveOptions options, Collection<ProcId> added) {
        checkCanStart("extend", options);
        return exchanges.extend(Checks.procs("added", added), timeout(options));
    }

    /** Returns null for a group that has ended at once: libpmix, without a server, does not know it. */
    @Nullable
    Collective<Void> destruction(CollectiveOptions options) {
        membership.checkFailure();
        if (!state.compareAndSet(State.ACTIVE, State.DESTRUCTING)) {
            checkActive("destruct");
        }
        if (handle.session.singleton()) {
            destructed();
            free();
            return null;
        }
        return table.method().destruct(this, timeout(options), options.directives());
    }

    Collective<Void> collective(
            String operation, boolean collect, boolean faultTolerant, Duration timeout, Attributes directives) {
        checkCanStart(operation);
        return new Collective.GroupFence(this, operation, collect, false, faultTolerant, timeout, directives, null);
    }

    /** Throws if an operation that consists of several cannot start now, or has directives. */
    private void checkCanStart(String operation, CollectiveOptions options) {
        if (!options.directives().isEmpty()) {
            throw new IllegalArgumentException(name(operation) + " takes no directives; leave them out");
        }
        checkCanStart(operation);
    }

    /** Throws if an operation cannot start now. */
    private void checkCanStart(String operation) {
        handle.checkOpen();
        checkActive(operation);
        membership.checkFailure();
        exchanges.refuseDuringExtension(operation);
    }

    @Override
    public void revoke() {
        handle.checkOpen();
        checkActive("revoke");
        table.method().checkNotifies(this, "revoke");
        if (membership.revoke(id, handle.session.self())) {
            Members others = membership.first().difference(List.of(handle.session.self()));
            PmixValue value = new PmixValue.UInt(DataType.UINT64, instanceHash());
            GroupEvents.send(handle, id, others, WireKeys.GROUP_REVOKED, value);
        }
    }

    /** Fails the collectives of the group, unless another one of its id was revoked, or it has failed already. */
    boolean revoked(ProcId member, long hash) {
        return hash == instanceHash() && membership.revoke(id, member);
    }

    private long instanceHash() {
        return GroupIds.hash(membership.first()) ^ instance;
    }

    // --- the end -------------------------------------------------------------------------------------------------

    /** Called when a destruct has ended for its caller, with success or not; before or after {@link #free}. */
    public void destructed() {
        synchronized (membership) {
            if (state.compareAndSet(State.DESTRUCTING, State.DESTRUCTED)) {
                changes.destructed();
                membership.notifyAll();
            }
        }
    }

    /** Called when libpmix has forgotten the group. Then the id can be used again. */
    public void free() {
        exchanges.ended();
        table.free(id, this);
    }

    Leaving startLeave(CollectiveOptions options) {
        Leaving departure = table.leaving(this, options);
        table.method().checkNotifies(this, "leave");
        if (!end()) {
            checkActive("leave");
        }
        return departure;
    }

    @Override
    public void close() {
        if (isActive()) {
            handle.session.refuseOnProgressThread(name("leave"));
            if (end()) {
                table.leaving(this, CollectiveOptions.defaults()).leave();
            }
        }
    }

    /** Fails if another group of its id was constructed at the same time. Returns false if it had ended. */
    boolean collided(Supplier<PmixException.Exists> failure) {
        boolean active = isActive();
        if (active) {
            membership.fail(failure);
            abandon();
        }
        return active;
    }

    /** Leaves a group that has ended for the others, without notifying them. */
    public void forget() {
        if (end()) {
            table.leaving(this, CollectiveOptions.defaults()).forget();
        }
    }

    /** Throws if members had failed before all others called the destruct, unless the group goes on without them. */
    public void checkMissing(List<ProcId> missing) {
        if (!missing.isEmpty() && !endsWithoutDead()) {
            throw Roster.lost(name("destruct"), missing, "ended before; the group has ended");
        }
    }

    /** Returns whether a destruct succeeds although members have failed. */
    public boolean endsWithoutDead() {
        return traits.notifyTermination() || traits.faultTolerant();
    }

    /** Leaves a group that nobody wants, and returns at once. */
    @Override
    public void abandon() {
        if (end()) {
            table.leaving(this, CollectiveOptions.defaults()).abandon();
        }
    }

    /** Marks the group as left by this process. Returns false if it had ended. */
    private boolean end() {
        synchronized (membership) {
            if (!state.compareAndSet(State.ACTIVE, State.LEFT)) {
                return false;
            }
            changes.end();
            membership.notifyAll();
            traits.kind().onLeft(this);
            return true;
        }
    }
}
