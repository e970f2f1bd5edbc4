// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Dispatcher;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.event.EventKeys;
import org.pmixj.internal.event.NotifyCall;
import org.pmixj.internal.event.ReceivedEvent;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupInfo;
import org.pmixj.internal.group.GroupTable;

/**
 * Groups of one id that are constructed at the same time. libpmix gives some processes the membership of the other
 * group, has some wait for ever, and lets some believe that all is well; later collectives of the latter hang. Who sees
 * that it is so tells all others of both groups, by an event that libpmix takes for the abort of a construction.
 */
public final class IdCollisions implements SessionPart {
    private static final SessionPart.Slot<IdCollisions> SLOT = new SessionPart.Slot<>(6) {
        @Override
        protected IdCollisions create(Session session) {
            return new IdCollisions(session);
        }
    };

    /** Returns the one of a session. */
    public static IdCollisions of(Session session) {
        return session.part(SLOT);
    }

    /** The mark of the event, with the members of both groups. */
    private static final String MARK = "pmixj.group.collision";

    /** The mark of the question whether a construction is over that its sender waits for, and that of the answer. */
    private static final String PENDING = "pmixj.group.pending";

    private static final String COMPLETE = "pmixj.group.complete";

    /** The mark of the question whether a process is in a group, with a number, and those of the two answers. */
    private static final String IS_MEMBER = "pmixj.group.ismember";

    private static final String MEMBER = "pmixj.group.member";

    private static final String NO_MEMBER = "pmixj.group.nomember";

    /** So many others are asked. */
    private static final int ASKED = 3;

    /** All who see it tell it, and some of those who are told have yet to begin. */
    private static final long REMEMBERED_NANOS = 3_000_000_000L;

    private static final long TELLING_NANOS = 10_000_000_000L;

    /** What is known of an id; the failure is null if it has been reported to the caller here. */
    private record Seen(long until, PmixException.@Nullable Exists failure) {}

    private final Session session;
    private final Map<String, Seen> seen = new HashMap<>();
    /** The context of the handle that constructed a group last. Answers are sent through it. */
    private volatile @Nullable Handle handle;

    public IdCollisions(Session session) {
        this.session = session;
    }

    public static PmixException.Exists failure(String id, List<ProcId> one, List<ProcId> other) {
        return new PmixException.Exists(
                "two groups of the id '" + id + "' were constructed at the same time, or the members of one did not all"
                        + " name the same ones: " + one + " and " + other,
                new PmixStatus(StatusCodes.EXISTS));
    }

    /** Reports a construction that ended with other members than requested, or with none. */
    public void found(Handle handle, String id, Members ours, List<ProcId> theirs) {
        if (!Defect.GROUP_IDS_COLLIDE.isHere()) {
            return;
        }
        synchronized (this) {
            remember(id, null);
        }
        PmixValue sides =
                new PmixValue.Array(DataType.DATA_ARRAY, List.of(NotifyCall.array(ours), NotifyCall.array(theirs)));
        tell(handle, id, ours.union(theirs).difference(List.of(session.self())), MARK, sides);
    }

    /** Notifies processes of a group of something that is for this layer alone. */
    private static void tell(Handle handle, String id, List<ProcId> procs, String mark, PmixValue value) {
        if (procs.isEmpty()) {
            return;
        }
        List<Info> infos = List.of(
                InfoAccess.get().info(EventKeys.GROUP_ID, new PmixValue.Str(id), false),
                InfoAccess.get().info(mark, value, false));
        NotifyCall event = new NotifyCall(
                handle,
                PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT(),
                (byte) PMIxConstants.PMIX_RANGE_CUSTOM(),
                procs,
                List.of(),
                infos,
                null,
                false,
                false);
        Dispatcher.apart(new Telling(id, event));
    }

    /** A thread of its own: of processes of other jobs the host is asked first. */
    private record Telling(String id, NotifyCall event) implements Runnable {
        @Override
        public void run() {
            try {
                event.run(TELLING_NANOS);
            } catch (PmixException | IllegalStateException e) {
                // The session ends, or the others have ended: they learn by their bounds.
                Log.warning("members of group '" + id + "' were not notified: " + e.getMessage());
            }
        }
    }

    /**
     * Another process has told something. On the progress thread.
     *
     * @return false if the event is none of these
     */
    public boolean told(ReceivedEvent event) {
        if (!(event.find(EventKeys.GROUP_ID) instanceof PmixValue.Str id)) {
            return false;
        }
        if (event.find(MARK) instanceof PmixValue.Array sides) {
            collided(id.value(), failure(id.value(), procs(sides, 0), procs(sides, 1)));
        } else if (event.find(PENDING) != null) {
            answer(id.value(), event.source);
        } else if (event.find(IS_MEMBER) instanceof PmixValue.UInt number) {
            answerMember(id.value(), event.source, number);
        } else if (event.find(MEMBER) instanceof PmixValue.UInt number) {
            GroupTable.of(session).doubtAnswered(number.bits(), event.source, true);
        } else if (event.find(NO_MEMBER) instanceof PmixValue.UInt number) {
            GroupTable.of(session).doubtAnswered(number.bits(), event.source, false);
        } else if (event.find(COMPLETE) instanceof PmixValue.Array members) {
            GroupTable.of(session).complete(id.value(), InfoArray.procs(members));
        } else {
            return false;
        }
        return true;
    }

    private void collided(String id, PmixException.Exists failure) {
        // Before the groups are looked at: a construction that is reserved in between checks afterwards.
        synchronized (this) {
            if (isForgotten(id)) {
                remember(id, failure);
            }
        }
        if (GroupTable.of(session).collided(id, failure)) {
            synchronized (this) {
                remember(id, null);
            }
        }
    }

    private static List<ProcId> procs(PmixValue.Array sides, int side) {
        return side < sides.elements().size() ? InfoArray.procs(sides.elements().get(side)) : List.of();
    }

    private boolean isForgotten(String id) {
        Seen known = seen.get(id);
        return known == null || known.until() - System.nanoTime() < 0;
    }

    private void remember(String id, PmixException.@Nullable Exists failure) {
        long now = System.nanoTime();
        seen.values().removeIf(new Over(now));
        seen.put(id, new Seen(now + REMEMBERED_NANOS, failure));
    }

    private record Over(long now) implements Predicate<Seen> {
        @Override
        public boolean test(Seen known) {
            return known.until() - now < 0;
        }
    }

    /** Before a construction: the others have failed already. */
    public synchronized void check(Handle user, String id) {
        handle = user;
        Seen known = seen.get(id);
        if (known != null && known.failure() != null) {
            seen.put(id, new Seen(known.until(), null));
            if (known.until() - System.nanoTime() > 0) {
                known.failure().fillInStackTrace();
                throw known.failure();
            }
        }
    }

    // --- constructions that are over for others ------------------------------------------------------------------

    /** A construction has not come to an end here. */
    void ask(Handle handle, String id, Members members) {
        Members others = members.difference(List.of(session.self()));
        tell(handle, id, others.subList(0, Math.min(ASKED, others.size())), PENDING, new PmixValue.Bool(true));
    }

    private void answer(String id, @Nullable ProcId asking) {
        GroupImpl group = GroupTable.of(session).find(id);
        if (group != null && asking != null && group.members().contains(asking)) {
            tell(group.handle(), id, List.of(asking), COMPLETE, NotifyCall.array(group.members()));
        }
    }

    // --- departures that may be of an earlier group --------------------------------------------------------------

    /**
     * Asks a member whether it is in a group, or has left it.
     *
     * @param number comes back with the answer
     */
    public void askMember(Handle user, String id, ProcId member, long number) {
        tell(user, id, List.of(member), IS_MEMBER, GroupInfo.size(number));
    }

    private void answerMember(String id, @Nullable ProcId asking, PmixValue number) {
        Handle user = handle;
        if (user != null && asking != null) {
            tell(user, id, List.of(asking), GroupTable.of(session).takesPart(id, asking) ? MEMBER : NO_MEMBER, number);
        }
    }
}
