// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
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
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.call.Abandonable;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Listeners;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.connect.ConnectNames;
import org.pmixj.internal.connect.ConnectionTable;
import org.pmixj.internal.data.FenceCall;
import org.pmixj.internal.event.EventKeys;
import org.pmixj.internal.event.NativeRegistrations;
import org.pmixj.internal.event.NotifyCall;
import org.pmixj.internal.ffi.Upcalls;
import org.pmixj.internal.group.exchange.ExchangeProcedure;
import org.pmixj.internal.group.exchange.SplitProcedure;
import org.pmixj.internal.group.repair.RetryWithoutDead;

/** A group, and the operations on it. */
public final class GroupImpl implements Group, Abandonable {
    /** The mark of a departure that this process tells its libpmix. */
    public static final String PRUNED = "pmixj.group.pruned";

    /** The mark of a departure with which libpmix does not get to the end of the group. */
    public static final String STUCK = "pmixj.group.stuck";

    /** The mark of the end of a process that the host may not have told the others. */
    public static final String DEAD = "pmixj.group.dead";

    /** The mark of a departure from a group that has ended for all. */
    public static final String ENDED = "pmixj.group.ended";

    /** What the members have agreed upon for the life of the group. */
    public record Traits(boolean notifyTermination, boolean faultTolerant) {
        static Traits of(GroupRequest request) {
            return new Traits(request.notifyTermination(), request.faultTolerant());
        }
    }

    private final Handle handle;
    private final String id;
    private final OptionalLong contextId;
    private final Traits traits;
    private final GroupInfo info;
    private final Roster membership;
    private final Listeners<GroupEvent> listeners;
    private final GroupEndings endings;
    private final ExchangeProcedure exchanges;
    private final AtomicReference<State> state = new AtomicReference<>(State.ACTIVE);
    private volatile boolean unknown;
    // Guarded by the membership.
    private @Nullable ProcId leader;

    public GroupImpl(Handle handle, String id, List<ProcId> members, OptionalLong contextId, Traits traits) {
        this(handle, id, members, contextId, traits, Attributes.none());
    }

    /** One in which this process tells the others something. */
    public GroupImpl(
            Handle handle, String id, List<ProcId> members, OptionalLong contextId, Traits traits, Attributes told) {
        this.handle = handle;
        this.info = new GroupInfo(handle, contextId, told);
        this.id = id;
        this.contextId = contextId;
        this.traits = traits;
        this.membership = new Roster(handle.session, Members.of(members));
        this.listeners = new Listeners<>("group '" + id + "'");
        this.endings = new GroupEndings(this, membership, handle);
        this.exchanges = new ExchangeProcedure(this, membership, handle);
    }

    public Handle handle() {
        return handle;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public Members members() {
        return membership.members();
    }

    /** As ranks stand for them where a process is named: in a connection also those who have gone keep theirs. */
    public Members byRank() {
        return ConnectNames.isNamespace(id) ? membership.first() : members();
    }

    @Override
    public int size() {
        return members().size();
    }

    @Override
    public int rank() {
        checkActive("rank");
        return members().indexOf(handle.session.self());
    }

    @Override
    public ProcId member(int rank) {
        return members().get(rank);
    }

    @Override
    public OptionalInt rankOf(ProcId proc) {
        return members().rankOf(proc);
    }

    @Override
    public OptionalLong contextId() {
        return contextId;
    }

    @Override
    public boolean isActive() {
        return state.get() == State.ACTIVE;
    }

    @Override
    public State state() {
        return state.get();
    }

    @Override
    public Optional<ProcId> leader() {
        synchronized (membership) {
            return Optional.ofNullable(leader);
        }
    }

    @Override
    public <T> Optional<T> info(ProcId member, Key<T> key) {
        return info.find(single(member), key);
    }

    @Override
    public <T> CompletableFuture<Optional<T>> infoAsync(ProcId member, Key<T> key) {
        return info.findAsync(single(member), key);
    }

    @Override
    public OptionalLong localContextId(ProcId member) {
        return info.localContextId(single(member));
    }

    /** A process for what may be a group rank. */
    private ProcId single(ProcId proc) {
        return proc.nspace().equals(id) ? byRank().get(proc.rank()) : proc;
    }

    private void checkActive(String operation) {
        if (!isActive()) {
            membership.checkFailure();
            throw new IllegalStateException(
                    operation + ": this process is no longer a member of " + ConnectNames.title(id));
        }
    }

    public Traits traits() {
        return traits;
    }

    public Roster membership() {
        return membership;
    }

    // --- what happens to it --------------------------------------------------------------------------------------

    @Override
    public Registration onChange(Consumer<? super GroupEvent> listener) {
        synchronized (membership) {
            checkActive("onChange");
            return listeners.add(handle, listener);
        }
    }

    /** Before anything else happens to it. Handlers of this process are told the membership as RFC 0033 has it. */
    void constructed(Members asked) {
        if (!members().contains(handle.session.self())) {
            return;
        }
        if (!asked.equals(members())
                || NativeRegistrations.of(handle.session).isReady(PMIxConstants.PMIX_GROUP_MEMBERSHIP_UPDATE())) {
            tell(PMIxConstants.PMIX_GROUP_MEMBERSHIP_UPDATE(), List.of());
        }
    }

    /** Who leads it, from the beginning or because another did before. */
    public void leads(ProcId proc, boolean selected) {
        synchronized (membership) {
            leader = proc;
            if (selected) {
                listeners.report(new GroupEvent.LeaderSelected(id, proc, members()));
            }
        }
    }

    /** Another member left, which libpmix knows. */
    public void left(ProcId proc) {
        gone(proc, false);
    }

    /** Another member left before the group was here: libpmix has forgotten that event, and is told again. */
    void leftBefore(ProcId proc) {
        synchronized (membership) {
            if (gone(proc, false)) {
                prune(proc);
            }
        }
    }

    /** A member is dead, which libpmix takes no notice of. */
    void failed(ProcId proc) {
        if (gone(proc, true) && traits.notifyTermination) {
            tell(PMIxConstants.PMIX_GROUP_MEMBER_FAILED(), List.of(proc));
            tell(PMIxConstants.PMIX_GROUP_MEMBERSHIP_UPDATE(), List.of(proc));
        }
    }

    private boolean gone(ProcId proc, boolean dead) {
        synchronized (membership) {
            if (!membership.remove(proc, dead)) {
                return false;
            }
            if (ConnectNames.isNamespace(id)) {
                ConnectionTable.of(handle.session).gone(id, proc);
                GroupTable.of(handle.session).leftConnection(id, proc);
            }
            Members rest = members();
            if (dead) {
                prune(proc);
                listeners.report(new GroupEvent.MemberFailed(id, proc, rest));
            } else {
                listeners.report(new GroupEvent.MemberLeft(id, proc, rest));
            }
            if (proc.equals(leader)) {
                leader = null;
                if (dead) {
                    listeners.report(new GroupEvent.LeaderFailed(id, proc, rest));
                }
            }
            listeners.report(new GroupEvent.MembershipUpdated(id, rest));
            return true;
        }
    }

    /** An event for handlers of this process: every member tells its own. */
    private void tell(int code, List<ProcId> affected) {
        launch(new NotifyCall(handle, code, affected, idAndMembers(), true));
    }

    private List<Info> idAndMembers() {
        return List.of(idInfo(), InfoAccess.get().info(EventKeys.GROUP_MEMBERSHIP, NotifyCall.array(members()), false));
    }

    private Info idInfo() {
        return idInfo(id);
    }

    private static Info idInfo(String id) {
        return InfoAccess.get().info(EventKeys.GROUP_ID, new PmixValue.Str(id), false);
    }

    // --- what libpmix is told ------------------------------------------------------------------------------------

    /** Tells libpmix of this process a group that was made without it, as it would have it done by its own. */
    void introduce() {
        unknown = true;
        reorder();
    }

    /** It was made while libpmix may still be at a construct of its id: it is not to end it. */
    public void keepFromLibrary() {
        unknown = true;
    }

    /** Tells libpmix of this process the members in their order. */
    void reorder() {
        launch(new NotifyCall(handle, PMIxConstants.PMIX_GROUP_CONSTRUCT_COMPLETE(), List.of(), idAndMembers(), false));
    }

    /** To libpmix of this process a dead member is one that left: then the group works for the others. */
    private void prune(ProcId proc) {
        if (!Defect.DEAD_MEMBER_AWAITED.isHere()) {
            return;
        }
        membership.prune();
        if (!launch(new Pruning(proc))) {
            membership.pruned();
        }
    }

    private final class Pruning extends NotifyCall {
        Pruning(ProcId proc) {
            super(
                    GroupImpl.this.handle,
                    PMIxConstants.PMIX_GROUP_LEFT(),
                    List.of(proc),
                    List.of(idInfo(), GroupEndings.mark(PRUNED)),
                    false);
        }

        @Override
        protected void rejected() {
            membership.pruned();
        }
    }

    /** The event has come back, and libpmix has acted upon it: not before, although it was answered long ago. */
    void pruned() {
        membership.pruned();
    }

    /** Tells the others that this one waits no more for libpmix to end the group. */
    void tellStuck(ProcId because) {
        // Not as a departure: libpmix would count it twice, and end the group before all have called.
        int code = PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT();
        tellOthers(handle, code, id, members().difference(List.of(handle.session.self())), because, STUCK);
    }

    /** Tells other members of the end of one, which to libpmix is a departure; also those who make their group later. */
    static void tellDead(Handle handle, String id, List<ProcId> others, ProcId dead) {
        tellOthers(handle, PMIxConstants.PMIX_GROUP_LEFT(), id, others, dead, DEAD);
    }

    private static void tellOthers(Handle handle, int code, String id, List<ProcId> others, ProcId gone, String mark) {
        boolean kept = mark.equals(DEAD);
        if (!others.isEmpty()) {
            launch(new NotifyCall(
                    handle,
                    code,
                    (byte) PMIxConstants.PMIX_RANGE_CUSTOM(),
                    others,
                    List.of(gone),
                    List.of(idInfo(id), GroupEndings.mark(mark)),
                    null,
                    false,
                    kept));
        }
    }

    /** Another member waits no more for libpmix to end the group. */
    void stuck(ProcId because) {
        unknown = true;
        endings.stuck(because);
    }

    /** Whether all members, or their libraries, know that libpmix does not come to an end of the group. */
    boolean isUnknownToLibrary() {
        return unknown;
    }

    public static boolean launch(NativeCall<?> operation) {
        try {
            operation.launch();
            return true;
        } catch (IllegalStateException e) {
            // The session is ending.
            return false;
        }
    }

    // --- fence ---------------------------------------------------------------------------------------------------

    private Duration timeout(CollectiveOptions options) {
        return options.timeout().orElse(handle.defaultTimeout);
    }

    @Override
    public void fence(CollectiveOptions options) {
        collective("fence", true, traits.faultTolerant, timeout(options)).run();
    }

    @Override
    public CompletableFuture<Void> fenceAsync(CollectiveOptions options) {
        return collective("fence", true, traits.faultTolerant, timeout(options)).submit();
    }

    /** A fence of the whole group. */
    public RetryWithoutDead<Void> collective(
            String operation, boolean collect, boolean faultTolerant, Duration timeout) {
        checkActive(operation);
        handle.checkOpen();
        if (ConnectNames.isNamespace(id) && !faultTolerant) {
            requireAll(name(operation));
        }
        return new GroupFence(operation, collect, faultTolerant, Checks.timeout(timeout));
    }

    /** To those who are connected an end is the end of what they do together, for all alike. */
    private void requireAll(String what) {
        List<ProcId> gone = membership.gone(0);
        if (!gone.isEmpty()) {
            throw Roster.lost(what, gone, membership.how(gone) + " before");
        }
    }

    private final class GroupFence extends RetryWithoutDead<Void> {
        private final String what;
        private final boolean collect;

        GroupFence(String operation, boolean collect, boolean faultTolerant, Duration timeout) {
            super(GroupImpl.this.handle, name(operation), membership, faultTolerant, timeout);
            this.what = name(operation);
            this.collect = collect;
        }

        @Override
        protected NativeCall<?> attempt(Duration timeout) {
            // Not the library's own term for all: its view changes a while after this one's.
            synchronized (membership) {
                return new FenceCall(handle, what, members(), collect, timeout, membership);
            }
        }

        @Override
        @Nullable
        protected Void succeeded(@Nullable Object answer) {
            return null;
        }
    }

    private String name(String operation) {
        return ConnectNames.operation(id, operation);
    }

    // --- what is made of it --------------------------------------------------------------------------------------

    @Override
    public <T> Map<ProcId, T> exchange(ValueType<T> type, T value, CollectiveOptions options) {
        begin("exchange");
        return exchanges.exchange(type, value, timeout(options));
    }

    @Override
    public <T> CompletableFuture<Map<ProcId, T>> exchangeAsync(ValueType<T> type, T value, CollectiveOptions options) {
        begin("exchange");
        return exchanges.exchangeAsync(type, value, timeout(options));
    }

    @Override
    public Optional<Group> split(int colour, int key, CollectiveOptions options) {
        begin("split");
        return new SplitProcedure(this, colour, key, timeout(options)).run();
    }

    @Override
    public CompletableFuture<Optional<Group>> splitAsync(int colour, int key, CollectiveOptions options) {
        begin("split");
        return new SplitProcedure(this, colour, key, timeout(options)).submit();
    }

    @Override
    public Group duplicate(String newId, CollectiveOptions options) {
        begin("duplicate");
        return GroupsImpl.of(handle).construct(duplication(newId, options));
    }

    @Override
    public CompletableFuture<Group> duplicateAsync(String newId, CollectiveOptions options) {
        begin("duplicate");
        return GroupsImpl.of(handle).constructAsync(duplication(newId, options));
    }

    private GroupRequest duplication(String newId, CollectiveOptions options) {
        return SplitProcedure.request(this, newId, duplicated(), timeout(options));
    }

    /**
     * Who makes the duplicate. Not all may know of a death yet; a construct that is to go on without the dead is the same
     * for all if they are named.
     */
    private Members duplicated() {
        return traits.faultTolerant ? membership.unlessLeft() : members();
    }

    private void begin(String operation) {
        handle.checkOpen();
        checkActive(operation);
    }

    // --- the end -------------------------------------------------------------------------------------------------

    @Override
    public void destruct(CollectiveOptions options) {
        if (Upcalls.onProgressThread()) {
            handle.session.refuseOnProgressThread(name("destruct"));
        }
        beginDestruct();
        endings.destruct(timeout(options));
    }

    @Override
    public CompletableFuture<Void> destructAsync(CollectiveOptions options) {
        beginDestruct();
        return endings.destructAsync(timeout(options));
    }

    private void beginDestruct() {
        if (!state.compareAndSet(State.ACTIVE, State.DESTRUCTING)) {
            checkActive("destruct");
        }
    }

    /** The destruct has ended, one way or the other; libpmix may still have to forget the group. */
    void destructed() {
        synchronized (membership) {
            if (state.compareAndSet(State.DESTRUCTING, State.DESTRUCTED)) {
                listeners.report(new GroupEvent.Destructed(id, members()));
                listeners.end();
            }
        }
    }

    /** libpmix has forgotten the group. */
    void free() {
        if (traits.notifyTermination) {
            GroupTable.of(handle.session).remember(this);
        }
        exchanges.ended();
        GroupTable.of(handle.session).free(id, this);
    }

    @Override
    public void leave() {
        handle.session.refuseOnProgressThread(name("leave"));
        beginLeave();
        endings.leave();
    }

    @Override
    public CompletableFuture<Void> leaveAsync() {
        beginLeave();
        return endings.leaveAsync();
    }

    private void beginLeave() {
        if (!end()) {
            checkActive("leave");
        }
    }

    @Override
    public void close() {
        if (isActive()) {
            handle.session.refuseOnProgressThread(name("leave"));
            if (end()) {
                endings.leave();
            }
        }
    }

    /** Another group of its id was constructed at the same time; whether this process believed in this one. */
    boolean collided(PmixException.Exists failure) {
        boolean believed = isActive();
        if (believed) {
            membership.fail(failure);
            abandon();
        }
        return believed;
    }

    /** The others have another group of this id, and are not to be told. */
    public void forget() {
        if (end()) {
            endings.forget();
        }
    }

    /** Nobody wants the group that was made. */
    @Override
    public void abandon() {
        if (end()) {
            endings.abandon();
        }
    }

    private boolean end() {
        synchronized (membership) {
            if (!state.compareAndSet(State.ACTIVE, State.LEFT)) {
                return false;
            }
            listeners.end();
            if (ConnectNames.isNamespace(id)) {
                ConnectionTable.of(handle.session).end(id);
            }
            return true;
        }
    }

    @Override
    public String toString() {
        return "Group[" + id + ", " + size() + " members" + (isActive() ? "]" : ", ended]");
    }
}
