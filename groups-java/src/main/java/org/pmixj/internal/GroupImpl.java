// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

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
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Group;
import org.pmixj.group.GroupEvent;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Members;

/** A group, and the operations on it. */
final class GroupImpl implements Group {
    /** The mark of a departure that this process tells its libpmix. */
    static final String PRUNED = "pmixj.group.pruned";

    /** The mark of a departure with which libpmix does not get to the end of the group. */
    static final String STUCK = "pmixj.group.stuck";

    /** The mark of the end of a process that the host may not have told the others. */
    static final String DEAD = "pmixj.group.dead";

    /** The mark of a departure from a group that has ended for all. */
    static final String ENDED = "pmixj.group.ended";

    /** What the members have agreed upon for the life of the group. */
    record Traits(boolean notifyTermination, boolean faultTolerant) {
        static Traits of(GroupRequest request) {
            return new Traits(request.notifyTermination(), request.faultTolerant());
        }
    }

    private final Context context;
    private final String id;
    private final OptionalLong contextId;
    private final Traits traits;
    private final GroupInfo info;
    private final Membership membership;
    private final GroupListeners listeners;
    private final GroupEndings endings;
    private final GroupExchanges exchanges;
    private final AtomicReference<State> state = new AtomicReference<>(State.ACTIVE);
    private volatile boolean unknown;
    // Guarded by the membership.
    private @Nullable ProcId leader;

    GroupImpl(Context context, String id, List<ProcId> members, OptionalLong contextId, Traits traits) {
        this(context, id, members, contextId, traits, Attributes.none());
    }

    /** One in which this process tells the others something. */
    GroupImpl(
            Context context, String id, List<ProcId> members, OptionalLong contextId, Traits traits, Attributes told) {
        this.context = context;
        this.info = new GroupInfo(context, contextId, told);
        this.id = id;
        this.contextId = contextId;
        this.traits = traits;
        this.membership = new Membership(context.session, Members.of(members));
        this.listeners = new GroupListeners(context, id);
        this.endings = new GroupEndings(this, membership, context);
        this.exchanges = new GroupExchanges(this, membership, context);
    }

    Context context() {
        return context;
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
    Members byRank() {
        return ConnectNames.isNamespace(id) ? membership.first() : members();
    }

    @Override
    public int size() {
        return members().size();
    }

    @Override
    public int rank() {
        checkActive("rank");
        return members().indexOf(context.session.self());
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

    Traits traits() {
        return traits;
    }

    Membership membership() {
        return membership;
    }

    // --- what happens to it --------------------------------------------------------------------------------------

    @Override
    public Subscription onChange(Consumer<? super GroupEvent> listener) {
        synchronized (membership) {
            checkActive("onChange");
            return listeners.add(listener);
        }
    }

    /** Before anything else happens to it. Handlers of this process are told the membership as RFC 0033 has it. */
    void constructed(Members asked) {
        if (!members().contains(context.session.self())) {
            return;
        }
        if (!asked.equals(members()) || context.session.events.isReady(PMIxConstants.PMIX_GROUP_MEMBERSHIP_UPDATE())) {
            tell(PMIxConstants.PMIX_GROUP_MEMBERSHIP_UPDATE(), List.of());
        }
    }

    /** Who leads it, from the beginning or because another did before. */
    void leads(ProcId proc, boolean selected) {
        synchronized (membership) {
            leader = proc;
            if (selected) {
                listeners.tell(new GroupEvent.LeaderSelected(id, proc, members()));
            }
        }
    }

    /** Another member left, which libpmix knows. */
    void left(ProcId proc) {
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
                context.session.connections.gone(id, proc);
                context.session.groups.leftConnection(id, proc);
            }
            Members rest = members();
            if (dead) {
                prune(proc);
                listeners.tell(new GroupEvent.MemberFailed(id, proc, rest));
            } else {
                listeners.tell(new GroupEvent.MemberLeft(id, proc, rest));
            }
            if (proc.equals(leader)) {
                leader = null;
                if (dead) {
                    listeners.tell(new GroupEvent.LeaderFailed(id, proc, rest));
                }
            }
            listeners.tell(new GroupEvent.MembershipUpdated(id, rest));
            return true;
        }
    }

    /** An event for handlers of this process: every member tells its own. */
    private void tell(int code, List<ProcId> affected) {
        launch(new Notify(context, code, affected, idAndMembers(), true));
    }

    private List<Info> idAndMembers() {
        return List.of(idInfo(), Trusted.get().info(EventKeys.GROUP_MEMBERSHIP, Notify.array(members()), false));
    }

    private Info idInfo() {
        return idInfo(id);
    }

    private static Info idInfo(String id) {
        return Trusted.get().info(EventKeys.GROUP_ID, new PmixValue.Str(id), false);
    }

    // --- what libpmix is told ------------------------------------------------------------------------------------

    /** Tells libpmix of this process a group that was made without it, as it would have it done by its own. */
    void introduce() {
        unknown = true;
        reorder();
    }

    /** It was made while libpmix may still be at a construct of its id: it is not to end it. */
    void keepFromLibrary() {
        unknown = true;
    }

    /** Tells libpmix of this process the members in their order. */
    void reorder() {
        launch(new Notify(context, PMIxConstants.PMIX_GROUP_CONSTRUCT_COMPLETE(), List.of(), idAndMembers(), false));
    }

    /** To libpmix of this process a dead member is one that left: then the group works for the others. */
    private void prune(ProcId proc) {
        membership.prune();
        if (!launch(new Pruning(proc))) {
            membership.pruned();
        }
    }

    private final class Pruning extends Notify {
        Pruning(ProcId proc) {
            super(
                    GroupImpl.this.context,
                    PMIxConstants.PMIX_GROUP_LEFT(),
                    List.of(proc),
                    List.of(idInfo(), GroupEndings.mark(PRUNED)),
                    false);
        }

        @Override
        void rejected() {
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
        tellOthers(context, code, id, members().difference(List.of(context.session.self())), because, STUCK);
    }

    /** Tells other members of the end of one, which to libpmix is a departure; also those who make their group later. */
    static void tellDead(Context context, String id, List<ProcId> others, ProcId dead) {
        tellOthers(context, PMIxConstants.PMIX_GROUP_LEFT(), id, others, dead, DEAD);
    }

    private static void tellOthers(
            Context context, int code, String id, List<ProcId> others, ProcId gone, String mark) {
        boolean kept = mark.equals(DEAD);
        if (!others.isEmpty()) {
            launch(new Notify(
                    context,
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

    static boolean launch(Operation<?> operation) {
        try {
            operation.launch();
            return true;
        } catch (IllegalStateException e) {
            // The session is ending.
            return false;
        }
    }

    // --- fence ---------------------------------------------------------------------------------------------------

    @Override
    public void fence() {
        fence(context.defaultTimeout);
    }

    @Override
    public void fence(Duration timeout) {
        collective("fence", true, traits.faultTolerant, timeout).run();
    }

    @Override
    public CompletableFuture<Void> fenceAsync() {
        return fenceAsync(context.defaultTimeout);
    }

    @Override
    public CompletableFuture<Void> fenceAsync(Duration timeout) {
        return collective("fence", true, traits.faultTolerant, timeout).submit();
    }

    /** A fence of the whole group. */
    GroupCollective<Void> collective(String operation, boolean collect, boolean faultTolerant, Duration timeout) {
        checkActive(operation);
        context.checkOpen();
        if (ConnectNames.isNamespace(id) && !faultTolerant) {
            requireAll(name(operation));
        }
        return new GroupFence(operation, collect, faultTolerant, Checks.timeout(timeout));
    }

    /** To those who are connected an end is the end of what they do together, for all alike. */
    private void requireAll(String what) {
        List<ProcId> gone = membership.gone(0);
        if (!gone.isEmpty()) {
            throw Membership.lost(what, gone, membership.how(gone) + " before");
        }
    }

    private final class GroupFence extends GroupCollective<Void> {
        private final String what;
        private final boolean collect;

        GroupFence(String operation, boolean collect, boolean faultTolerant, Duration timeout) {
            super(GroupImpl.this.context, name(operation), membership, faultTolerant, timeout);
            this.what = name(operation);
            this.collect = collect;
        }

        @Override
        Operation<?> attempt(Duration timeout) {
            // Not the library's own term for all: its view changes a while after this one's.
            synchronized (membership) {
                return new Fence(context, what, members(), collect, timeout, membership);
            }
        }

        @Override
        @Nullable
        Void succeeded(@Nullable Object answer) {
            return null;
        }
    }

    private String name(String operation) {
        return ConnectNames.operation(id, operation);
    }

    // --- what is made of it --------------------------------------------------------------------------------------

    @Override
    public <T> Map<ProcId, T> exchange(ValueType<T> type, T value) {
        return exchange(type, value, context.defaultTimeout);
    }

    @Override
    public <T> Map<ProcId, T> exchange(ValueType<T> type, T value, Duration timeout) {
        begin("exchange");
        return exchanges.exchange(type, value, timeout);
    }

    @Override
    public <T> CompletableFuture<Map<ProcId, T>> exchangeAsync(ValueType<T> type, T value) {
        return exchangeAsync(type, value, context.defaultTimeout);
    }

    @Override
    public <T> CompletableFuture<Map<ProcId, T>> exchangeAsync(ValueType<T> type, T value, Duration timeout) {
        begin("exchange");
        return exchanges.exchangeAsync(type, value, timeout);
    }

    @Override
    public Optional<Group> split(int colour, int key) {
        return split(colour, key, context.defaultTimeout);
    }

    @Override
    public Optional<Group> split(int colour, int key, Duration timeout) {
        begin("split");
        return new GroupSplit(this, colour, key, timeout).run();
    }

    @Override
    public CompletableFuture<Optional<Group>> splitAsync(int colour, int key) {
        return splitAsync(colour, key, context.defaultTimeout);
    }

    @Override
    public CompletableFuture<Optional<Group>> splitAsync(int colour, int key, Duration timeout) {
        begin("split");
        return new GroupSplit(this, colour, key, timeout).submit();
    }

    @Override
    public Group duplicate(String newId) {
        return duplicate(newId, context.defaultTimeout);
    }

    @Override
    public Group duplicate(String newId, Duration timeout) {
        begin("duplicate");
        return GroupsImpl.of(context).construct(GroupSplit.request(this, newId, duplicated(), timeout));
    }

    @Override
    public CompletableFuture<Group> duplicateAsync(String newId) {
        return duplicateAsync(newId, context.defaultTimeout);
    }

    @Override
    public CompletableFuture<Group> duplicateAsync(String newId, Duration timeout) {
        begin("duplicate");
        return GroupsImpl.of(context).constructAsync(GroupSplit.request(this, newId, duplicated(), timeout));
    }

    /**
     * Who makes the duplicate. Not all may know of a death yet; a construct that is to go on without the dead is the same
     * for all if they are named.
     */
    private Members duplicated() {
        return traits.faultTolerant ? membership.unlessLeft() : members();
    }

    private void begin(String operation) {
        context.checkOpen();
        checkActive(operation);
    }

    // --- the end -------------------------------------------------------------------------------------------------

    @Override
    public void destruct() {
        destruct(context.defaultTimeout);
    }

    @Override
    public void destruct(Duration timeout) {
        Checks.timeout(timeout);
        if (Upcalls.onProgressThread()) {
            context.session.refuseOnProgressThread(name("destruct"));
        }
        beginDestruct();
        endings.destruct(timeout);
    }

    @Override
    public CompletableFuture<Void> destructAsync() {
        return destructAsync(context.defaultTimeout);
    }

    @Override
    public CompletableFuture<Void> destructAsync(Duration timeout) {
        Checks.timeout(timeout);
        beginDestruct();
        return endings.destructAsync(timeout);
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
                listeners.tell(new GroupEvent.Destructed(id, members()));
                listeners.end();
            }
        }
    }

    /** libpmix has forgotten the group. */
    void free() {
        if (traits.notifyTermination) {
            context.session.groups.remember(this);
        }
        exchanges.ended();
        context.session.groups.free(id, this);
    }

    @Override
    public void close() {
        if (isActive()) {
            context.session.refuseOnProgressThread(name("leave"));
            if (leave()) {
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
    void forget() {
        if (leave()) {
            endings.forget();
        }
    }

    /** Nobody wants the group that was made. */
    void abandon() {
        if (leave()) {
            endings.abandon();
        }
    }

    private boolean leave() {
        synchronized (membership) {
            if (!state.compareAndSet(State.ACTIVE, State.LEFT)) {
                return false;
            }
            listeners.end();
            if (ConnectNames.isNamespace(id)) {
                context.session.connections.end(id);
            }
            return true;
        }
    }

    @Override
    public String toString() {
        return "Group[" + id + ", " + size() + " members" + (isActive() ? "]" : ", ended]");
    }
}
