// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.AcceptOptions;
import org.pmixj.group.Group;
import org.pmixj.group.Invitation;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.event.EventCodes;
import org.pmixj.internal.event.NativeRegistrations;
import org.pmixj.internal.event.ReceivedEvent;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;

/**
 * The groups that are being constructed by invitation: those this process leads, and those it is invited to. libpmix has
 * the same, but one pending invitation of a leader at a time; it does not see most deaths, elects no leader and heeds no
 * decision. So the invitations are led here, by its events.
 *
 * <p>What is guarded is guarded by this object, in all classes of this. No code of the application is called with it
 * held.
 */
public final class InviteTable implements SessionPart {
    private static final SessionPart.Slot<InviteTable> SLOT = new SessionPart.Slot<>(0) {
        @Override
        protected InviteTable create(Session session) {
            return new InviteTable(session);
        }
    };

    /** Returns the one of a session. */
    public static InviteTable of(Session session) {
        return session.part(SLOT);
    }

    /** As the numbers of kept events: never twice, in this process or one that is started in its place. */
    private static final AtomicLong NUMBERS = new AtomicLong(System.currentTimeMillis() << 20);

    /** Those that are over are known for a while: what was under way still arrives. */
    private static final long REMEMBERED_NANOS = 60_000_000_000L;

    private static final int MOST_ABORTED = 1000;

    private final Session session;
    private final Map<InviteId, InviteLeader> leading = new LinkedHashMap<>();
    private final Map<InviteId, InvitationImpl> invited = new LinkedHashMap<>();
    /** Who takes part in a construct that this process leads, and has noticed before this process that somebody failed. */
    private final Map<InviteId, Map<ProcId, Boolean>> early = new HashMap<>();
    /** Constructs that their leader has aborted, and this process has not noticed yet that somebody failed. */
    private final Map<InviteId, ReceivedEvent> aborted = new HashMap<>();

    private final List<InvitationListener> listeners = new ArrayList<>();
    private @Nullable Handle handle;
    private boolean closed;

    public InviteTable(Session session) {
        this.session = session;
    }

    /** Sees to it that the events of invitations arrive. */
    public void listen(Handle user) {
        synchronized (this) {
            if (handle == null) {
                handle = user;
            }
        }
        NativeRegistrations.of(session).ensureInternal(user, EventCodes.ofMembers());
        NativeRegistrations.of(session).ensureInternal(user, EventCodes.ofInvitations());
    }

    static long number() {
        return NUMBERS.incrementAndGet();
    }

    /**
     * A construct with a leader, in which somebody has failed.
     *
     * @return completed by whoever ends it
     */
    CompletableFuture<Group> construct(
            Handle user,
            InviteId id,
            GroupTable.Reservation reservation,
            Members members,
            GroupImpl.Traits traits,
            AcceptOptions options,
            boolean assignContextId) {
        Duration timeout = options.timeout().orElse(user.defaultTimeout);
        synchronized (this) {
            if (id.origin().equals(session.self())) {
                // The others are still there when it decides about those who are silent.
                InviteLeader.Plan plan =
                        new InviteLeader.Plan(traits, options.policy(), assignContextId, timeout, timeout.dividedBy(2));
                InviteLeader inviting = new InviteLeader(this, user, id, reservation, plan, members);
                inviting.takeOver();
                Map<ProcId, Boolean> answers = early.remove(id);
                if (answers != null) {
                    for (Map.Entry<ProcId, Boolean> answer : answers.entrySet()) {
                        inviting.answered(answer.getKey(), answer.getValue());
                    }
                }
                return inviting.done();
            }
            InvitationImpl invitation = new InvitationImpl(
                    this, user, id, id.origin(), members, traits, assignContextId, Deadline.toNanos(timeout) / 4 * 3);
            invited.put(id, invitation);
            ReceivedEvent end = aborted.remove(id);
            invitation.construct(reservation, options);
            if (end != null && end.source != null && members.contains(end.source)) {
                invitation.aborted(end.source, InviteMessage.text(end));
            }
            return invitation.done();
        }
    }

    /** A new construct of the same id begins. */
    public synchronized void forget(InviteId id) {
        leading.remove(id);
        invited.remove(id);
        aborted.remove(id);
    }

    // --- what there is ---------------------------------------------------------------------------------------------

    /** Guarded by this. */
    void put(InviteLeader inviting) {
        if (closed) {
            throw StatusCodes.closed(inviting.what());
        }
        leading.put(inviting.id, inviting);
    }

    /** Guarded by this. */
    void over(InviteLeader inviting) {
        Future<?> _ = after(REMEMBERED_NANOS, new Forget(leading, inviting.id, inviting));
    }

    /** Guarded by this. */
    void over(InvitationImpl invitation) {
        Future<?> _ = after(REMEMBERED_NANOS, new Forget(invited, invitation.id, invitation));
    }

    private final class Forget implements Runnable {
        private final Map<InviteId, ?> from;
        private final InviteId id;
        private final Object entry;

        Forget(Map<InviteId, ?> from, InviteId id, Object entry) {
            this.from = from;
            this.id = id;
            this.entry = entry;
        }

        @Override
        public void run() {
            synchronized (InviteTable.this) {
                from.remove(id, entry);
            }
        }
    }

    /** Null where the session ends. */
    @Nullable
    Future<?> after(long nanos, Runnable task) {
        try {
            return session.timers.schedule(task, nanos);
        } catch (RejectedExecutionException e) {
            return null;
        }
    }

    List<Invitation> open() {
        List<InvitationImpl> all;
        synchronized (this) {
            all = List.copyOf(invited.values());
        }
        List<Invitation> open = new ArrayList<>();
        for (InvitationImpl invitation : all) {
            if (invitation.isOpen()) {
                open.add(invitation);
            }
        }
        return open;
    }

    boolean isDead(ProcId proc) {
        return GroupTable.of(session).isDead(proc);
    }

    // --- what arrives, on the progress thread ----------------------------------------------------------------------

    /**
     * An event arrived.
     *
     * @return whether it is of no concern to the application
     */
    public boolean arrived(ReceivedEvent event) {
        if (!EventCodes.isOfInvitations(event.code) || event.source == null) {
            return false;
        }
        ProcId source = event.source;
        InviteId id = InviteMessage.id(event);
        if (event.code == PMIxConstants.PMIX_GROUP_INVITED()) {
            invited(event, source, id);
        } else if (event.code == PMIxConstants.PMIX_GROUP_INVITE_ACCEPTED()) {
            answered(source, id, true);
        } else if (event.code == PMIxConstants.PMIX_GROUP_INVITE_DECLINED()) {
            answered(source, id, false);
        } else if (id == null) {
            ofLibpmix(event, source);
        } else {
            return ofInvitation(event, source, id);
        }
        return false;
    }

    private synchronized void invited(ReceivedEvent event, ProcId source, @Nullable InviteId known) {
        Handle user = handle;
        String group = InviteMessage.group(event);
        if (source.equals(session.self()) || group == null || user == null || closed) {
            return;
        }
        InviteId id = known == null ? new InviteId(group, source, 0) : known;
        InvitationImpl earlier = invited.get(id);
        if (earlier != null) {
            if (!(id.isPlain() || id.isOfConstruct()) || !earlier.isOver()) {
                return;
            }
            invited.remove(id);
        }
        InvitationImpl invitation = new InvitationImpl(this, contextOfListeners(user), id, source, event);
        invited.put(id, invitation);
        invitation.begin();
        new Offer(invitation, List.copyOf(listeners), 0).begin();
    }

    private Handle contextOfListeners(Handle otherwise) {
        return listeners.isEmpty() ? otherwise : listeners.getFirst().handle();
    }

    private synchronized void answered(ProcId source, @Nullable InviteId id, boolean accepted) {
        if (id == null) {
            // libpmix does not say which invitation it answers: taken for the first that this process has not answered.
            for (InviteLeader inviting : leading.values()) {
                if (inviting.waitsFor(source)) {
                    inviting.answered(source, accepted);
                    return;
                }
            }
            return;
        }
        InviteLeader inviting = leading.get(id);
        if (inviting != null && inviting.answered(source, accepted)) {
            return;
        }
        if (id.isOfConstruct() && id.origin().equals(session.self())) {
            early(id, source, accepted);
        } else if (inviting == null && accepted && handle != null) {
            refuse(handle, id, source);
        }
    }

    /** Of the next construct of the same id: another process has noticed before this one that somebody failed. */
    private void early(InviteId id, ProcId source, boolean accepted) {
        Map<ProcId, Boolean> answers = early.get(id);
        if (answers == null) {
            answers = new LinkedHashMap<>();
            early.put(id, answers);
            Future<?> _ = after(REMEMBERED_NANOS, new Forget(early, id, answers));
        }
        if (accepted) {
            answers.put(source, true);
        } else {
            answers.remove(source);
        }
    }

    /** Tells a process that its answer comes too late, or was not asked for. */
    static void refuse(Handle handle, InviteId id, ProcId proc) {
        new InviteMessage(handle, id)
                .text("the construction goes on, or has ended, without this process")
                .send(PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT(), List.of(proc));
    }

    private synchronized void ofLibpmix(ReceivedEvent event, ProcId source) {
        String group = InviteMessage.group(event);
        if (event.code == PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT() && source.equals(session.self())) {
            for (InviteLeader inviting : List.copyOf(leading.values())) {
                if (inviting.id.group().equals(group)) {
                    inviting.abort("an event of the leader's application");
                }
            }
        }
        for (InvitationImpl invitation : List.copyOf(invited.values())) {
            boolean meant = invitation.id.group().equals(group) && source.equals(invitation.currentLeader());
            if (meant && event.code == PMIxConstants.PMIX_GROUP_CONSTRUCT_COMPLETE() && invitation.id.isPlain()) {
                invitation.complete(source, event);
            } else if (meant && event.code == PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT()) {
                invitation.aborted(source, InviteMessage.text(event));
            }
        }
    }

    private synchronized boolean ofInvitation(ReceivedEvent event, ProcId source, InviteId id) {
        InviteLeader inviting = leading.get(id);
        InvitationImpl invitation = invited.get(id);
        if (event.code == PMIxConstants.PMIX_GROUP_CONSTRUCT_COMPLETE()) {
            if (inviting != null && source.equals(session.self())) {
                inviting.complete(event);
            } else if (invitation != null) {
                invitation.complete(source, event);
            }
            return false;
        }
        ProcId failed = InviteMessage.failed(event);
        if (event.code == PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT()) {
            if (invitation == null) {
                if (id.isOfConstruct() && inviting == null) {
                    if (aborted.size() >= MOST_ABORTED) {
                        // Only somebody who sends nonsense gets here.
                        aborted.clear();
                    }
                    aborted.put(id, event);
                    Future<?> _ = after(REMEMBERED_NANOS, new Forget(aborted, id, event));
                }
            } else if (InviteMessage.isNobody(event) && failed != null) {
                invitation.nobodySelected(failed);
            } else {
                invitation.aborted(source, InviteMessage.text(event));
            }
        } else if (event.code == PMIxConstants.PMIX_GROUP_LEADER_SELECTED() && failed != null) {
            if (inviting != null && failed.equals(session.self()) && !event.affected.isEmpty()) {
                inviting.deposed(event.affected.getFirst());
            } else if (invitation != null && !event.affected.isEmpty()) {
                invitation.selected(event.affected.getFirst(), failed);
            }
        } else if (event.code == PMIxConstants.PMIX_GROUP_LEADER_FAILED() && failed != null) {
            if (invitation != null) {
                invitation.voted(source, failed, InviteMessage.choice(event));
            }
            return true;
        } else if (event.code == PMIxConstants.PMIX_GROUP_MEMBERSHIP_UPDATE()) {
            if (invitation != null && source.equals(invitation.currentLeader())) {
                invitation.update(event);
            }
            return true;
        }
        return false;
    }

    /** The host told the end of a process, or a job. */
    public synchronized void died() {
        for (InviteLeader inviting : List.copyOf(leading.values())) {
            inviting.died();
        }
        for (InvitationImpl invitation : List.copyOf(invited.values())) {
            invitation.died();
        }
    }

    // --- those who answer ------------------------------------------------------------------------------------------

    void add(InvitationListener listener) {
        List<InvitationImpl> open;
        synchronized (this) {
            listeners.add(listener);
            open = List.copyOf(invited.values());
        }
        for (InvitationImpl invitation : open) {
            new Offer(invitation, List.of(listener), 0).begin();
        }
    }

    synchronized void remove(InvitationListener listener) {
        listeners.remove(listener);
    }

    /** A handle is closed, and its handlers with it. */
    @Override
    public boolean blocksProgress() {
        return Thread.holdsLock(this);
    }

    @Override
    public void handleClosed(Handle user) {
        List<InvitationListener> all;
        synchronized (this) {
            all = List.copyOf(listeners);
        }
        for (InvitationListener listener : all) {
            if (Objects.equals(listener.handle(), user)) {
                listener.close();
            }
        }
        synchronized (this) {
            if (Objects.equals(handle, user)) {
                handle = contextOfListeners(user.own());
            }
        }
    }

    /** Asks one handler after the other, until one has answered. */
    private record Offer(InvitationImpl invitation, List<InvitationListener> to, int next) implements Runnable {
        void begin() {
            if (next < to.size() && invitation.isOpen()) {
                to.get(next).handle().dispatcher.execute(this);
            }
        }

        @Override
        public void run() {
            InvitationListener listener = to.get(next);
            if (listener.isActive() && invitation.isOpen()) {
                listener.ask(invitation);
            }
            new Offer(invitation, to, next + 1).begin();
        }
    }

    // --- the end ---------------------------------------------------------------------------------------------------

    /** The session is about to end: the others are told, while there is a server to tell them. */
    @Override
    public void leave() {
        synchronized (this) {
            closed = true;
            for (InviteLeader inviting : List.copyOf(leading.values())) {
                inviting.abort("the leader closes its session");
            }
            for (InvitationImpl invitation : List.copyOf(invited.values())) {
                invitation.withdraw(StatusCodes.closed(invitation.what()));
            }
        }
    }
}
