// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.internal.base.CollectiveBound;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Dispatcher;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.Procedure;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.connect.ConnectNames;
import org.pmixj.internal.data.FenceCall;
import org.pmixj.internal.ffi.Libpmix;
import org.pmixj.internal.group.repair.RetryWithoutDead;

/** The ways in which a group ends for this process: all destruct it, or this process leaves. */
final class GroupEndings {
    /** Leaving waits for this process's own library alone. */
    private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(5);

    private static final long PRUNE_NANOS = 1_000_000_000L;

    /** For one that was told of a departure before, to learn of another that may be the reason of a failure. */
    private static final long TELLING_NANOS = 300_000_000L;

    private final GroupImpl group;
    private final Handle handle;
    private final Roster membership;
    private volatile @Nullable NativeEnding ending;

    GroupEndings(GroupImpl group, Roster membership, Handle handle) {
        this.group = group;
        this.membership = membership;
        this.handle = handle;
    }

    private String name(String operation) {
        return ConnectNames.operation(group.id(), operation);
    }

    void destruct(Duration timeout) {
        if (isLocal()) {
            group.destructed();
            group.free();
        } else {
            new Ending(timeout).run();
        }
    }

    CompletableFuture<Void> destructAsync(Duration timeout) {
        if (isLocal()) {
            group.destructed();
            group.free();
            return CompletableFuture.completedFuture(null);
        }
        return new Ending(timeout).submit();
    }

    /** Without a server there is no group but the object. */
    private boolean isLocal() {
        return handle.session.singleton();
    }

    // --- destruct ------------------------------------------------------------------------------------------------

    /**
     * The end of the group for all. Where a member has failed libpmix does not get to it across nodes, nor where one
     * leaves that is alone on its node: then the members that are left meet in a fence, and each has its libpmix forget
     * the group.
     */
    private final class Ending extends RetryWithoutDead<Void> {
        // Guarded by this: libpmix was asked, has answered, and nobody waits for it any more.
        private boolean asked;
        private boolean answered;
        private int answer;
        private boolean over;
        /** The last attempt was one by libpmix. */
        private boolean byLibrary;

        private @Nullable FenceCall meeting;
        /** Those who had failed when it was clear that all others had called. */
        private List<ProcId> missing = List.of();

        Ending(Duration timeout) {
            super(GroupEndings.this.handle, name("destruct"), membership, true, timeout);
        }

        @Override
        protected NativeCall<?> attempt(Duration timeout) {
            NativeEnding made;
            synchronized (membership) {
                List<ProcId> failed = membership.failed();
                synchronized (this) {
                    byLibrary = !asked && !group.isUnknownToLibrary() && failed.isEmpty();
                    if (isEnd(failed)) {
                        throw new PmixException.LostConnection(
                                name("destruct"), new PmixStatus(StatusCodes.LOST_CONNECTION));
                    } else if (!byLibrary) {
                        missing = failed;
                        meeting = new Meeting(timeout);
                        return meeting;
                    }
                    asked = true;
                }
                made = new NativeEnding(this, timeout, membership.departures());
            }
            ending = made;
            if (group.isUnknownToLibrary()) {
                // Since.
                membership.giveUp(made, handle.session.self(), false);
            }
            return made;
        }

        /**
         * Across nodes libpmix takes one that has left for lost, and says so to the others when all of them have called.
         * Where it does not get to an end at all, the others are told: they may not have been waiting when that member
         * left, and would then wait for libpmix.
         */
        @Override
        protected boolean excuses(PmixException failure, int known) {
            if (!isByLibrary()) {
                return hasAnswered(StatusCodes.SUCCESS)
                        || (hasAnswered(StatusCodes.LOST_CONNECTION) && isByDepartures(known));
            }
            if (failure instanceof PmixException.MemberLost lost) {
                if (membership.failed().isEmpty()) {
                    group.tellStuck(lost.lost().getFirst());
                }
                return false;
            }
            return failure instanceof PmixException.LostConnection && isByDepartures(known);
        }

        /** Whether libpmix has lost those alone who have left. */
        private boolean isByDepartures(int known) {
            if (!Defect.LEAVER_TAKEN_FOR_LOST.isHere()) {
                return false;
            }
            boolean more = membership.awaitDeparture(known, known > 0 ? TELLING_NANOS : 2_000_000_000L);
            if (!more && known > 0) {
                // Nobody tells of a death where the launcher was not asked to.
                GroupTable.of(handle.session).ask(handle, membership.members(), true);
            }
            return (more || known > 0)
                    && membership.failed().isEmpty()
                    && !Thread.currentThread().isInterrupted();
        }

        @Override
        protected boolean isStuck() {
            return isByLibrary() && group.isUnknownToLibrary();
        }

        @Override
        protected synchronized boolean isSlow() {
            return !asked;
        }

        private synchronized List<ProcId> missing() {
            return missing;
        }

        private synchronized boolean hasAnswered(int status) {
            return answered && answer == status;
        }

        /** Whether libpmix has told everybody that all who are left have called, although nobody waited for it here. */
        private boolean isEnd(List<ProcId> failed) {
            return hasAnswered(StatusCodes.SUCCESS) || (hasAnswered(StatusCodes.LOST_CONNECTION) && failed.isEmpty());
        }

        private synchronized boolean isByLibrary() {
            return byLibrary;
        }

        @Override
        @Nullable
        protected Void succeeded(@Nullable Object answer) {
            forget(true);
            List<ProcId> failed = missing();
            if (!failed.isEmpty() && !group.traits().notifyTermination()) {
                throw Roster.lost(name("destruct"), failed, "failed before; the group has ended");
            }
            return null;
        }

        @Override
        protected void failed() {
            forget(false);
        }

        /**
         * A destruct that libpmix was asked for has it forget the group by itself.
         *
         * @param waits until it has: the id can then be used again
         */
        private void forget(boolean waits) {
            boolean leave;
            boolean forgotten;
            synchronized (this) {
                over = true;
                leave = !asked;
                forgotten = asked && answered;
            }
            group.destructed();
            if (leave && waits) {
                new Forgetting(true).run();
            } else if (leave) {
                GroupEndings.this.forget();
            } else if (forgotten) {
                group.free();
            }
        }

        private void answered(int status) {
            boolean forgotten;
            FenceCall waiting = null;
            List<ProcId> failed = membership.failed();
            synchronized (this) {
                answered = true;
                answer = status;
                forgotten = over;
                if (byLibrary) {
                    missing = failed;
                } else if (isEnd(failed)) {
                    waiting = meeting;
                }
            }
            if (waiting != null) {
                waiting.fail(
                        new PmixException.LostConnection(waiting.what, new PmixStatus(StatusCodes.LOST_CONNECTION)));
            }
            if (forgotten) {
                group.free();
            }
        }
    }

    /** The destruct by those who are left, of whom each has its libpmix forget the group afterwards. */
    private final class Meeting extends FenceCall {
        Meeting(Duration timeout) {
            super(handle, name("destruct"), membership.members(), false, timeout, membership);
        }

        @Override
        protected void check(int answer) {
            super.check(answer);
            membership.done();
        }
    }

    /** Another member waits no more for libpmix to end the group, and libpmix will not end it for this one either. */
    void stuck(ProcId because) {
        NativeEnding waiting = ending;
        if (waiting != null) {
            membership.giveUp(waiting, because, false);
        }
    }

    /** The destruct by libpmix. */
    private final class NativeEnding extends Destruct {
        private final Ending ending;
        private final int departures;
        private volatile int status = StatusCodes.TIMEOUT;

        NativeEnding(Ending ending, Duration timeout, int departures) {
            super(timeout);
            this.ending = ending;
            this.departures = departures;
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            membership.begin(this, departures);
            return super.start(memory, cbdata);
        }

        @Override
        protected void check(int answer) {
            status = answer;
            super.check(answer);
            membership.done();
        }

        @Override
        protected void ended() {
            membership.end(this);
            ending.answered(status);
        }
    }

    private class Destruct extends StatusCall {
        private final long seconds;

        Destruct(Duration timeout) {
            super(GroupEndings.this.handle, name("destruct"));
            this.seconds = CollectiveBound.seconds(timeout);
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            return Libpmix.groupDestruct(
                    memory.allocateFrom(group.id()),
                    InfoArray.allocate(memory, 1).timeout(memory, seconds),
                    cbdata);
        }

        @Override
        protected void check(int status) {
            CollectiveBound.check(what, status, seconds);
        }

        // libpmix has forgotten the group, whatever the outcome.
        @Override
        protected void ended() {
            group.free();
        }
    }

    // --- leave ---------------------------------------------------------------------------------------------------

    /** This process leaves, and the others are told. */
    void leave() {
        if (isLocal()) {
            group.free();
            return;
        }
        membership.leave(handle.session.self());
        if (isLast()) {
            membership.awaitPruned(PRUNE_NANOS);
        }
        try {
            departure(false).runUninterruptibly(LEAVE_TIMEOUT.toNanos());
        } catch (PmixException.NotFound e) {
            // The library has forgotten the group before us: what was wanted.
        }
    }

    /** Runs {@link #leave} on a thread of its own. */
    CompletableFuture<Void> leaveAsync() {
        return new Leaving().submit();
    }

    private final class Leaving extends Procedure<Void> {
        Leaving() {
            super(GroupEndings.this.handle, name("leave"));
        }

        @Override
        protected @Nullable Void call() {
            leave();
            return null;
        }
    }

    /** As {@link #leave}, and waits for nothing. */
    void abandon() {
        membership.leave(handle.session.self());
        // Of a session that is ending libpmix has no way to take part in a construct back.
        GroupImpl.launch(new Leave(false));
    }

    /** The members have ended the group, and this process's library does not know. */
    void forget() {
        if (isLast() && membership.isPruning()) {
            Dispatcher.apart(new Forgetting(false));
        } else {
            GroupImpl.launch(departure(true));
        }
    }

    private final class Forgetting implements Runnable {
        private final boolean waits;

        Forgetting(boolean waits) {
            this.waits = waits;
        }

        @Override
        public void run() {
            if (isLast()) {
                membership.awaitPruned(PRUNE_NANOS);
            }
            StatusCall departure = departure(true);
            if (!waits) {
                GroupImpl.launch(departure);
                return;
            }
            try {
                departure.runUninterruptibly(LEAVE_TIMEOUT.toNanos());
            } catch (PmixException | IllegalStateException e) {
                // It knows the group no more, or will be asked no more.
            }
        }
    }

    private boolean isLast() {
        return membership.members().size() == 1;
    }

    /** With nobody left to tell, libpmix tells everybody of a leave. */
    private StatusCall departure(boolean ended) {
        return isLast() ? new Destruct(LEAVE_TIMEOUT) : new Leave(ended);
    }

    private final class Leave extends StatusCall {
        private final boolean ended;

        Leave(boolean ended) {
            super(GroupEndings.this.handle, name("leave"));
            this.ended = ended;
        }

        @Override
        protected int start(SegmentAllocator memory, MemorySegment cbdata) {
            InfoArray infos = InfoArray.allocate(memory, 1);
            if (ended) {
                infos.add(memory, mark(GroupImpl.ENDED));
            }
            return Libpmix.groupLeave(memory.allocateFrom(group.id()), infos, cbdata);
        }

        @Override
        protected void ended() {
            GroupTable.of(handle.session)
                    .echoes(group.id(), membership.members().difference(List.of(handle.session.self())));
            group.free();
        }
    }

    /** Of an event that is this layer's alone. */
    static Info mark(String key) {
        return InfoAccess.get().info(key, new PmixValue.Bool(true), false);
    }
}
