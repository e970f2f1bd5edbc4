// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.pmixj.FenceRequest;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.Scope;

/** put, commit, fence and abort. */
public final class DataExchange {
    private final Context context;

    public DataExchange(Context context) {
        this.context = context;
    }

    public void put(Scope scope, String key, PmixValue value) {
        Session session = context.session;
        session.refuseOnProgressThread("put");
        PutCheck.check(value);
        session.enter("put");
        try (Arena arena = Arena.ofConfined()) {
            session.putSizes.add(scope, key, value);
            int status = Native.put((byte) scope.code(), arena.allocateFrom(key), ValueCodec.allocate(arena, value));
            if (status != Status.SUCCESS) {
                Status.check("put of " + key, status);
            }
        } finally {
            session.exit();
        }
    }

    public void commit() {
        new Commit(context).run(Operation.toNanos(context.defaultTimeout));
    }

    public CompletableFuture<Void> commitAsync() {
        return new Commit(context).submit(Operation.toNanos(context.defaultTimeout));
    }

    private static final class Commit extends BlockingCall<Void> {
        Commit(Context context) {
            super(context, "commit");
        }

        @Override
        int call(SegmentAllocator memory) {
            context().session.putSizes.commit();
            return Native.commit();
        }

        @Override
        @Nullable
        Void decode(int status, MemorySegment none, long count) {
            Status.check(what, status);
            return null;
        }
    }

    /** Of the whole job. */
    public void abort(int status, String message) {
        new Abort(context, status, message, List.of()).run(Operation.toNanos(context.defaultTimeout));
    }

    // --- fence -------------------------------------------------------------------------------------------------

    /** What a request asks for. */
    public void fence(FenceRequest request) {
        Duration timeout = timeout(request);
        GroupImpl group = group(request);
        if (group != null) {
            collective(group, request, timeout).run();
        } else {
            fence(request, timeout).run(CollectiveBound.own(timeout));
        }
    }

    public CompletableFuture<Void> fenceAsync(FenceRequest request) {
        Duration timeout = timeout(request);
        GroupImpl group = group(request);
        return group != null
                ? collective(group, request, timeout).submit()
                : fence(request, timeout).submit(CollectiveBound.own(timeout));
    }

    private static GroupCollective<Void> collective(GroupImpl group, FenceRequest request, Duration timeout) {
        boolean faultTolerant = request.faultTolerant() || group.traits().faultTolerant();
        return group.collective("fence", request.collectData(), faultTolerant, timeout);
    }

    private Duration timeout(FenceRequest request) {
        return request.timeout().orElse(context.defaultTimeout);
    }

    private Fence fence(FenceRequest request, Duration timeout) {
        List<ProcId> members = context.session.groups.resolve("fence", request.members());
        return new Fence(context, "fence", members, request.collectData(), timeout);
    }

    /** The group whose members are the participants, or null if these are others. */
    private @Nullable GroupImpl group(FenceRequest request) {
        GroupImpl group = null;
        if (request.members().size() == 1 && request.members().getFirst().isWildcard()) {
            group = context.session.groups.find(request.members().getFirst().nspace());
        }
        if (group == null && request.faultTolerant()) {
            throw new IllegalArgumentException("a fault-tolerant fence is one of the members of one group");
        }
        return group;
    }
}
