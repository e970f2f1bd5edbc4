// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Absent;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.AddressBook;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Membership;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.data.repair.FenceQueue;
import org.pmixj.internal.ffi.Libpmix;

/**
 * Calls {@code PMIx_Fence_nb}, one at a time for the same participants. The server does not distinguish fences,
 * connects and disconnects, so this is also the base of the calls that connect at the host.
 */
public class FenceCall extends StatusCall {
    /** Names the operation of a call. The server does not distinguish the operations. */
    public enum Kind {
        FENCE,
        CONNECT,
        DISCONNECT
    }

    /** A call of some members that was given up, perhaps because one departed, and has succeeded at a moment since. */
    public record LateSuccess(@Nullable Membership membership, boolean isAbandoned, Kind kind, long moment) {}

    /** When this was called. */
    final long calledAt = Deadline.now();

    private final List<ProcId> procs;
    private final boolean collect;
    private final long seconds;
    private final @Nullable Membership membership;
    private final int departures;
    private Attributes directives = Attributes.none();
    private @Nullable FencePlace kept;
    private boolean isOfApplication;
    // The processes as libpmix receives them, without their order: the key of the queue.
    private Set<ProcId> participants = Set.of();
    private volatile @Nullable Long askedAt;
    private volatile boolean heir;
    private volatile boolean abandoned;
    // libpmix has answered once that others collect data.
    private volatile boolean refused;
    /** The answer. Before there is one, the status for those in the queue behind a call that libpmix refused. */
    private volatile int status = StatusCodes.TIMEOUT;

    /** Constructs a fence; one of the members of a group ends if one of them departs. */
    public FenceCall(
            Handle handle,
            String what,
            List<ProcId> procs,
            boolean collect,
            Duration timeout,
            @Nullable Membership membership) {
        super(handle, what);
        this.membership = membership;
        this.departures = membership == null ? 0 : membership.departures();
        this.procs = procs;
        this.collect = collect;
        this.seconds = Deadline.seconds(timeout);
        if (!procs.isEmpty()) {
            MessageSize.check(what, MessageSize.ofProcs(procs));
        }
    }

    /** Sets the directives of the caller, before the start. */
    public final FenceCall directed(Attributes given) {
        MessageSize.check(what, MessageSize.ofProcs(procs) + MessageSize.of(given));
        directives = given;
        return this;
    }

    /** Sets the place that the call takes over, if it is one among the fences of these processes; null for none. */
    public final FenceCall inPlaceOf(@Nullable FencePlace place) {
        kept = place;
        return this;
    }

    /** Marks a fence that the application has called itself. */
    public final FenceCall ofApplication() {
        isOfApplication = true;
        return this;
    }

    public final boolean isOfApplication() {
        return isOfApplication;
    }

    @Override
    protected boolean chooseWorker() {
        return handle().session.addresses().startsFencesInTurn();
    }

    @Override
    protected boolean endsMemory() {
        return true;
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment token) {
        Session session = handle().session;
        List<ProcId> asked = translate(session, procs);
        // Nobody else takes part. Without a server OpenPMIx before 7.0 fails for processes that are named.
        if (session.singleton() && kind() == Kind.FENCE && asked.equals(List.of(session.self()))) {
            return StatusCodes.OPERATION_SUCCEEDED;
        }
        participants = Set.copyOf(asked.isEmpty() ? participants() : asked);
        if (membership != null) {
            membership.begin(this, departures);
        }
        if (Defect.FENCES_ALIKE.isHere()) {
            FenceQueue.Place place = turns().place(this, kept, participants);
            heir = place == FenceQueue.Place.HEIR;
            if (place == FenceQueue.Place.SUCCEEDED) {
                // The next one need not wait for its place.
                FencePlace.giveBack(kept);
                return StatusCodes.OPERATION_SUCCEEDED;
            } else if (place != FenceQueue.Place.FIRST) {
                return StatusCodes.SUCCESS;
            }
        }
        InfoArray infos = InfoArray.allocate(memory, directives, 2);
        // Where the server answers an expired fence with success, it does not receive the timeout. Only this process
        // then ends the fence, and the queue has the next one continue it.
        if (Libpmix.isServerAtLeast7() || !Defect.FAILED_FENCE_SUCCEEDS.isHere()) {
            infos.timeout(memory, seconds);
        }
        if (collect) {
            infos.flag(memory, PMIxConstants.PMIX_COLLECT_DATA());
        }
        askedAt = Deadline.now();
        return call(ProcCodec.procs(memory, asked), asked.size(), infos, token);
    }

    /** Replaces a group by this process in a singleton, where libpmix knows no groups. */
    private static List<ProcId> translate(Session session, List<ProcId> procs) {
        if (!session.singleton()) {
            return procs;
        }
        AddressBook addresses = session.addresses();
        return procs.stream()
                .map(proc -> addresses.isActive(proc.nspace()) ? session.self() : proc)
                .toList();
    }

    protected int call(MemorySegment procsAsked, long count, InfoArray directives, MemorySegment answerTo) {
        return Libpmix.fence(procsAsked, count, directives, answerTo);
    }

    /** Returns the name of a collective of some processes in whatever order, which is the same for all of them. */
    public static String name(Kind kind, List<ProcId> procs) {
        long sum = 0;
        for (ProcId proc : procs) {
            sum += mixed((long) proc.nspace().hashCode() << Integer.SIZE ^ proc.rank());
        }
        return kind + " " + Long.toHexString(sum);
    }

    /** Mixes the bits of a hash. The sum of plain ones is the same for ranks 0 and 3 as for 1 and 2. */
    public static long mixed(long hash) {
        long once = (hash ^ hash >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        long twice = (once ^ once >>> 27) * 0x94D0_49BB_1331_11EBL;
        return twice ^ twice >>> 31;
    }

    /** Returns {@link #name(Kind, List)} of this call. */
    public final String name() {
        return name(kind(), participants());
    }

    /** Returns what this is. A connect or disconnect does not wait for fences. */
    public Kind kind() {
        return Kind.FENCE;
    }

    @Override
    public List<ProcId> participants() {
        return procs.isEmpty() ? List.of(ProcId.all(handle().session.self().nspace())) : procs;
    }

    private FenceQueue turns() {
        return FenceQueue.of(handle().session, kind() != Kind.FENCE);
    }

    /** Returns when the server forgets the call, if nobody else calls it; null if libpmix was not asked. */
    public @Nullable Long endsAtServer() {
        Long asked = askedAt;
        return asked == null ? null : asked + Deadline.collectiveNanos(Duration.ofSeconds(seconds));
    }

    /** Calls libpmix when its turn has come, on any thread. */
    public void ask() {
        try {
            attemptAgain();
        } catch (IllegalStateException e) {
            // The end of the session fails this call.
        }
    }

    /** Marks the fence as given up because a participant has departed. */
    public void markAbandoned() {
        abandoned = true;
    }

    /** Returns whether this call has failed because a participant departed. */
    protected final boolean isAbandoned() {
        return abandoned && hasFailed();
    }

    /** Returns whether this process has given up the call. Its success then counts for the next call. */
    public boolean countsForNext() {
        return hasFailed();
    }

    /** Returns the count of {@link FenceQueue#called}. */
    public static long called(Handle handle, List<ProcId> procs, @Nullable FencePlace place) {
        return FenceQueue.of(handle.session, false).called(Set.copyOf(procs), place);
    }

    /**
     * Applies {@link FenceQueue#agree}, if all members have sent their counts; or {@link FenceQueue#met}, if the construct
     * is itself a fence.
     */
    public static void agree(Handle handle, List<ProcId> procs, Map<ProcId, Long> called, boolean tookOver) {
        if (called.size() < procs.size()) {
            return;
        } else if (!handle.session.addresses().startsFencesInTurn()) {
            FenceQueue.of(handle.session, false).agree(handle, procs, called);
        } else {
            FenceQueue.met(handle, procs, called, tookOver);
        }
    }

    /** Returns what the next call needs to know of this one, which was given up and has succeeded. */
    public final LateSuccess lateSuccess() {
        return new LateSuccess(membership, isAbandoned(), kind(), Deadline.now());
    }

    /**
     * Returns whether this call is an earlier one once more, which was given up and has succeeded since. If a member
     * had departed, the others may have called it for a later group of the same members. They have if it succeeded
     * after the turn of that group's construct had come here, and this process had done with the earlier one.
     */
    @SuppressWarnings("ReferenceEquality") // the membership of the same group
    public boolean isRepeatOf(LateSuccess earlier) {
        // Where every operation of a group is a fence, the next one follows.
        return handle().session.addresses().startsFencesInTurn()
                || earlier.membership() == membership
                || earlier.isAbandoned()
                || (membership != null
                        && earlier.membership() != null
                        && membership.follows(earlier.membership(), earlier.moment()));
    }

    // The timeout of an earlier call that was given up is not the timeout of this one, nor need it have collected data
    // alike. Nor is this one over with the timeout of another process: all that take part receive that answer, and each
    // that still has time calls once more.
    @Override
    protected long decideRetry(int answer, long count) {
        long left = kind() == Kind.FENCE ? Deadline.until(calledAt + seconds * Patience.SECOND) : 0;
        boolean isLate = answer == StatusCodes.TIMEOUT && (heir || left > Patience.GRACE);
        boolean isOfOther = answer == StatusCodes.INVALID_ARG ? !refused : isLate;
        refused |= answer == StatusCodes.INVALID_ARG;
        return isOfOther ? 0 : NO_RETRY;
    }

    @Override
    protected PmixException timedOut(long nanos) {
        return Deadline.collectiveTimeout(what, Duration.ofSeconds(seconds), Absent.UNKNOWN);
    }

    @Override
    public void ended() {
        if (status == StatusCodes.SUCCESS) {
            // The caller may give up at any time; from here on it cannot.
            claim();
            if (GivenUp.isAny()) {
                GivenUp.remove(name());
            }
        }
        if (membership != null) {
            membership.end(this);
        }
        if (Defect.FENCES_ALIKE.isHere()) {
            turns().ended(this, participants, status);
        }
    }

    @Override
    protected void check(int answer) {
        status = answer;
        if (answer == StatusCodes.INVALID_ARG) {
            throw new PmixException(
                    what + " failed: some participants collect data and others do not (PMIX_COLLECT_DATA)",
                    new PmixStatus(answer));
        }
        if (answer == StatusCodes.LOST_CONNECTION && membership == null && kind() == Kind.FENCE) {
            throw new PmixException.LostConnection(
                    what + " failed: " + new PmixStatus(answer) + "; a process that takes part has ended, or the PMIx"
                            + " server: after the end of a process use a group of the others",
                    new PmixStatus(answer));
        }
        if (answer == StatusCodes.NOT_FOUND && membership != null) {
            // The host does not find a job of the members, because it has ended.
            throw new PmixException.LostConnection(
                    what + " failed: a job of the members has ended", new PmixStatus(answer));
        }
        Deadline.checkCollective(what, answer, seconds);
    }
}
