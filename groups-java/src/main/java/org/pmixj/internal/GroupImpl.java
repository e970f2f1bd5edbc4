// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Group;
import org.pmixj.group.Members;

/** A group, and the operations on it. */
final class GroupImpl implements Group {
    /** The mark of a departure that this process tells its libpmix. */
    static final String PRUNED = "pmixj.group.pruned";

    /** Leaving waits for this process's own library alone. */
    private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(5);

    /** What the members have agreed upon for the life of the group. */
    record Traits(boolean notifyTermination, boolean faultTolerant) {}

    private final Context context;
    private final String id;
    private final OptionalLong contextId;
    private final Traits traits;
    private final GroupInfo info;
    private final Membership membership;
    private final AtomicBoolean active = new AtomicBoolean(true);
    private volatile boolean introduced;

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
        return active.get();
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
        return proc.nspace().equals(id) ? members().get(proc.rank()) : proc;
    }

    private void checkActive(String operation) {
        if (!active.get()) {
            membership.checkFailure();
            throw new IllegalStateException(operation + ": this process is no longer a member of group '" + id + "'");
        }
    }

    // --- members that go -----------------------------------------------------------------------------------------

    /** Another member left, which libpmix knows. On the progress thread, one at a time. */
    void left(ProcId proc) {
        membership.remove(proc, false, null);
    }

    /** A member is dead, which libpmix takes no notice of. On the progress thread, one at a time. */
    void failed(ProcId proc) {
        if (membership.remove(proc, true, new Prune(proc)) && traits.notifyTermination) {
            tell(PMIxConstants.PMIX_GROUP_MEMBER_FAILED(), proc);
            tell(PMIxConstants.PMIX_GROUP_MEMBERSHIP_UPDATE(), proc);
        }
    }

    /** An event for handlers of this process: every member tells its own. */
    private void tell(int code, ProcId proc) {
        launch(new Notify(context, code, List.of(proc), idAndMembers(), true));
    }

    /** Tells libpmix of this process a group that was made without it, as it would have it done by its own. */
    void introduce() {
        introduced = true;
        reorder();
    }

    /** Tells libpmix of this process the members in their order. */
    void reorder() {
        launch(new Notify(context, PMIxConstants.PMIX_GROUP_CONSTRUCT_COMPLETE(), List.of(), idAndMembers(), false));
    }

    private List<Info> idAndMembers() {
        return List.of(idInfo(), Trusted.get().info(EventKeys.GROUP_MEMBERSHIP, Notify.array(members()), false));
    }

    private Info idInfo() {
        return Trusted.get().info(EventKeys.GROUP_ID, new PmixValue.Str(id), false);
    }

    private static boolean launch(Operation<?> operation) {
        try {
            operation.launch();
            return true;
        } catch (IllegalStateException e) {
            // The session is ending.
            return false;
        }
    }

    /** To libpmix of this process a dead member is one that left: then the group works for the others. */
    private final class Prune implements Runnable {
        private final ProcId proc;

        Prune(ProcId proc) {
            this.proc = proc;
        }

        @Override
        public void run() {
            membership.prune();
            if (!launch(new Pruning(proc))) {
                membership.pruned();
            }
        }
    }

    private final class Pruning extends Notify {
        Pruning(ProcId proc) {
            super(
                    GroupImpl.this.context,
                    PMIxConstants.PMIX_GROUP_LEFT(),
                    List.of(proc),
                    List.of(idInfo(), Trusted.get().info(PRUNED, new PmixValue.Bool(true), false)),
                    false);
        }

        @Override
        void ended() {
            membership.pruned();
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
        return new GroupFence(operation, collect, faultTolerant, Checks.timeout(timeout));
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
            return new DataExchange.Fence(context, what, address(), collect, timeout, membership);
        }

        @Override
        @Nullable
        Void succeeded(@Nullable Object answer) {
            return null;
        }
    }

    private String name(String operation) {
        return operation + " of group '" + id + "'";
    }

    /** The whole group, in the library's own terms. */
    private List<ProcId> address() {
        return isLocal() ? members() : List.of(ProcId.all(id));
    }

    // --- destruct ------------------------------------------------------------------------------------------------

    @Override
    public void destruct() {
        destruct(context.defaultTimeout);
    }

    @Override
    public void destruct(Duration timeout) {
        Checks.timeout(timeout);
        context.session.refuseOnProgressThread(name("destruct"));
        end("destruct");
        if (isLocal()) {
            free();
        } else {
            new Ending(timeout).run();
        }
    }

    @Override
    public CompletableFuture<Void> destructAsync() {
        return destructAsync(context.defaultTimeout);
    }

    @Override
    public CompletableFuture<Void> destructAsync(Duration timeout) {
        Checks.timeout(timeout);
        end("destruct");
        if (isLocal()) {
            free();
            return CompletableFuture.completedFuture(null);
        }
        return new Ending(timeout).submit();
    }

    private void free() {
        if (traits.notifyTermination) {
            context.session.groups.remember(this);
        }
        context.session.groups.free(id, this);
    }

    /** Without a server there is no group but this object. */
    private boolean isLocal() {
        return context.session.singleton();
    }

    private void end(String operation) {
        if (!active.compareAndSet(true, false)) {
            checkActive(operation);
        }
    }

    /**
     * The end of the group for all. Where a member has failed libpmix does not get to it across nodes: then the members
     * that are left meet in a fence, and each has its libpmix forget the group.
     */
    private final class Ending extends GroupCollective<Void> {
        // Guarded by this: libpmix was asked, has answered, and nobody waits for it any more.
        private boolean asked;
        private boolean answered;
        private boolean over;

        Ending(Duration timeout) {
            super(GroupImpl.this.context, name("destruct"), membership, true, timeout);
        }

        @Override
        Operation<?> attempt(Duration timeout) {
            synchronized (membership) {
                if (introduced || !membership.failed().isEmpty()) {
                    return new DataExchange.Fence(context, name("destruct"), members(), false, timeout, membership);
                }
            }
            synchronized (this) {
                asked = true;
            }
            return new NativeEnding(this, timeout);
        }

        @Override
        @Nullable
        Void succeeded(@Nullable Object answer) {
            forget();
            List<ProcId> failed = membership.failed();
            if (!failed.isEmpty() && !traits.notifyTermination) {
                throw Membership.lost(name("destruct"), failed, "failed before; the group has ended");
            }
            return null;
        }

        @Override
        void failed() {
            forget();
        }

        /** A destruct that libpmix was asked for has it forget the group by itself. */
        private void forget() {
            boolean leave;
            boolean forgotten;
            synchronized (this) {
                over = true;
                leave = !asked;
                forgotten = asked && answered;
            }
            if (leave) {
                launch(gone());
            } else if (forgotten) {
                free();
            }
        }

        private void answered() {
            boolean forgotten;
            synchronized (this) {
                answered = true;
                forgotten = over;
            }
            if (forgotten) {
                free();
            }
        }
    }

    /** The destruct by libpmix. */
    private final class NativeEnding extends Destruct {
        private final Ending ending;
        private final int departures = membership.departures();

        NativeEnding(Ending ending, Duration timeout) {
            super(timeout);
            this.ending = ending;
        }

        @Override
        int start(SegmentAllocator memory, MemorySegment cbdata) {
            membership.begin(this, departures);
            return super.start(memory, cbdata);
        }

        @Override
        void ended() {
            membership.end(this);
            ending.answered();
        }
    }

    private abstract class End extends Action {
        End(String how) {
            super(GroupImpl.this.context, name(how));
        }

        // libpmix has forgotten the group, whatever the outcome.
        @Override
        void ended() {
            free();
        }
    }

    private class Destruct extends End {
        private final long seconds;

        Destruct(Duration timeout) {
            super("destruct");
            this.seconds = CollectiveBound.seconds(timeout);
        }

        @Override
        int start(SegmentAllocator memory, MemorySegment cbdata) {
            return Native.groupDestruct(
                    memory.allocateFrom(id), Infos.allocate(memory, 1).timeout(memory, seconds), cbdata);
        }

        @Override
        void check(int status) {
            CollectiveBound.check(what, status, seconds);
        }
    }

    // --- leave ---------------------------------------------------------------------------------------------------

    @Override
    public void close() {
        if (!active.compareAndSet(true, false)) {
            return;
        }
        if (isLocal()) {
            free();
            return;
        }
        try {
            gone().runUninterruptibly(LEAVE_TIMEOUT.toNanos());
        } catch (PmixException.NotFound e) {
            // The library has forgotten the group before us: what was wanted.
        }
    }

    /** With nobody left to tell, libpmix complains of a leave. */
    private End gone() {
        return size() == 1 ? new Destruct(LEAVE_TIMEOUT) : new Leave();
    }

    /** Another group of its id was constructed at the same time; whether this process believed in this one. */
    boolean collided(PmixException.Exists failure) {
        boolean believed = active.get();
        if (believed) {
            membership.fail(failure);
            abandon();
        }
        return believed;
    }

    /** Nobody wants the group that was made. */
    void abandon() {
        if (active.compareAndSet(true, false)) {
            // Of a session that is ending libpmix has no way to take part in a construct back.
            launch(members().contains(context.session.self()) ? gone() : new Leave());
        }
    }

    private final class Leave extends End {
        Leave() {
            super("leave");
        }

        @Override
        int start(SegmentAllocator memory, MemorySegment cbdata) {
            return Native.groupLeave(memory.allocateFrom(id), cbdata);
        }
    }

    @Override
    public String toString() {
        return "Group[" + id + ", " + size() + " members" + (active.get() ? "]" : ", ended]");
    }
}
