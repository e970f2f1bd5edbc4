// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.group.Group;

/** A group, and the operations on it. */
final class GroupImpl implements Group {
    /** Leaving waits for this process's own library alone. */
    private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(5);

    private final Context context;
    private final DataExchange data;
    private final String id;
    private final OptionalLong contextId;
    private final AtomicBoolean active = new AtomicBoolean(true);
    private volatile List<ProcId> members;

    GroupImpl(Context context, DataExchange data, String id, List<ProcId> members, OptionalLong contextId) {
        this.context = context;
        this.data = data;
        this.id = id;
        this.members = List.copyOf(members);
        this.contextId = contextId;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public List<ProcId> members() {
        return members;
    }

    @Override
    public int size() {
        return members.size();
    }

    @Override
    public int rank() {
        checkActive("rank");
        return members.indexOf(context.session.self());
    }

    @Override
    public ProcId member(int rank) {
        return members.get(rank);
    }

    @Override
    public OptionalInt rankOf(ProcId proc) {
        int rank = members.indexOf(proc);
        return rank < 0 ? OptionalInt.empty() : OptionalInt.of(rank);
    }

    @Override
    public OptionalLong contextId() {
        return contextId;
    }

    @Override
    public boolean isActive() {
        return active.get();
    }

    private void checkActive(String operation) {
        if (!active.get()) {
            throw new IllegalStateException(operation + ": this process is no longer a member of group '" + id + "'");
        }
    }

    /** Another member left. On the progress thread, one at a time. */
    void left(ProcId proc) {
        List<ProcId> rest = new ArrayList<>(members);
        if (rest.remove(proc)) {
            members = List.copyOf(rest);
        }
    }

    // --- fence ---------------------------------------------------------------------------------------------------

    @Override
    public void fence() {
        fence(context.defaultTimeout);
    }

    @Override
    public void fence(Duration timeout) {
        data.fence(fenceName(), address(), true, Checks.timeout(timeout));
    }

    @Override
    public CompletableFuture<Void> fenceAsync() {
        return fenceAsync(context.defaultTimeout);
    }

    @Override
    public CompletableFuture<Void> fenceAsync(Duration timeout) {
        return data.fenceAsync(fenceName(), address(), true, Checks.timeout(timeout));
    }

    private String fenceName() {
        checkActive("fence");
        return "fence of group '" + id + "'";
    }

    /** The whole group, in the library's own terms. */
    private List<ProcId> address() {
        return isLocal() ? members : List.of(ProcId.all(id));
    }

    // --- destruct ------------------------------------------------------------------------------------------------

    @Override
    public void destruct() {
        destruct(context.defaultTimeout);
    }

    @Override
    public void destruct(Duration timeout) {
        Checks.timeout(timeout);
        context.session.refuseOnProgressThread("destruct of group '" + id + "'");
        end("destruct");
        if (isLocal()) {
            free();
        } else {
            new Destruct(timeout).run(CollectiveBound.own(timeout));
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
        return new Destruct(timeout).submit(CollectiveBound.own(timeout));
    }

    private void free() {
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

    private abstract class End extends Action {
        End(String how) {
            super(GroupImpl.this.context, how + " of group '" + id + "'");
        }

        // libpmix has forgotten the group, whatever the outcome.
        @Override
        final void ended() {
            free();
        }
    }

    private final class Destruct extends End {
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
            // With nobody left to tell, libpmix complains of a leave.
            End end = members.size() == 1 ? new Destruct(LEAVE_TIMEOUT) : new Leave();
            end.runUninterruptibly(LEAVE_TIMEOUT.toNanos());
        } catch (PmixException.NotFound e) {
            // The library has forgotten the group before us: what was wanted.
        }
    }

    /** The construction succeeded for a caller that had given up. */
    void abandon() {
        if (active.compareAndSet(true, false)) {
            try {
                new Leave().launch();
            } catch (IllegalStateException e) {
                // The session is ending. libpmix has no way to take part in a construct back.
            }
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
        return "Group[" + id + ", " + members.size() + " members" + (active.get() ? "]" : ", ended]");
    }
}
