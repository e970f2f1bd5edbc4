// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.AcceptOptions;
import org.pmixj.group.Group;
import org.pmixj.group.Invitation;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.group.Construction;
import org.pmixj.internal.group.GroupEvents;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.LeaderPath;
import org.pmixj.internal.group.Reservation;
import org.pmixj.internal.group.invite.InviteMessage.Terms;
import org.pmixj.internal.notice.EventCodes;
import org.pmixj.internal.notice.EventKeys;
import org.pmixj.internal.notice.NativeRegistrations;
import org.pmixj.internal.notice.ReceivedEvent;

/**
 * Keeps the groups under construction by invitation: those this process leads, and those it is invited to. Its monitor
 * guards the state of all of them; no code of the application is called with it held. The package describes the
 * protocol.
 */
public final class InviteTable implements SessionPart, LeaderPath, Roles {
    private static final SessionPart.Slot<InviteTable> SLOT = new SessionPart.Slot<>(0) {
        @Override
        protected InviteTable create(Session session) {
            return new InviteTable(session);
        }
    };

    // Only a process that sends nonsense answers, aborts or leads more constructs.
    private static final int MOST_EARLY = 1000;
    final Session session;
    final Map<InviteId, InviteLeader> leading = new LinkedHashMap<>();
    final Map<InviteId, Invitee> invited = new LinkedHashMap<>();
    final InvitationAsker asker = new InvitationAsker(this);
    private final InviteEvents events = new InviteEvents(this);
    /** The processes that have declared that they lead a construct, by its id, until it has ended. */
    private final ConcurrentHashMap<String, Set<ProcId>> declared = new ConcurrentHashMap<>();
    /**
     * The events about constructs that came before this process has noticed that a member failed, the last one of each
     * sender: acceptances where this process leads, otherwise aborts.
     */
    private final Map<InviteId, Map<ProcId, ReceivedEvent>> early = new HashMap<>();
    /**
     * Invitations that arrived before this process asked for any, because the application has an event handler for
     * their code.
     */
    private final List<ReceivedEvent> unheard = new ArrayList<>();

    /** The handle for messages while the application has no handler. */
    @Nullable
    Handle handle;

    boolean closed;

    private InviteTable(Session session) {
        this.session = session;
    }

    public static InviteTable of(Session session) {
        return session.part(SLOT);
    }

    /** Registers for the events of invitations. */
    public void listen(Handle user) {
        synchronized (this) {
            if (handle == null) {
                handle = user;
            }
        }
        GroupTable.of(session).answerThrough(user);
        NativeRegistrations.of(session).ensureInternal(user, EventCodes.ofMembers());
        NativeRegistrations.of(session).ensureInternal(user, EventCodes.INVITATIONS);
        synchronized (this) {
            List<ReceivedEvent> kept = List.copyOf(unheard);
            unheard.clear();
            kept.forEach(events::arrived);
        }
    }

    @Override
    public boolean arrived(ReceivedEvent event) {
        return declaredElsewhere(event) || events.arrived(event);
    }

    /** Keeps an event of an invitation until this process listens. Guarded by this. */
    void unheard(ReceivedEvent event) {
        if (unheard.size() < MOST_EARLY) {
            unheard.add(event);
        }
    }

    // --- constructs with a leader ----------------------------------------------------------------------------------

    @Override
    public void beforeConstruct(Handle user, String group, ProcId leader) {
        listen(user);
        InviteId id = InviteId.ofConstruct(group, leader);
        synchronized (this) {
            leading.remove(id);
            invited.remove(id);
            if (!leader.equals(session.self())) {
                early.remove(id);
            }
        }
    }

    @Override
    public void declare(Handle user, String group, Members members) {
        beforeConstruct(user, group, session.self());
        addDeclared(group, session.self());
        List<Info> infos = List.of(GroupEvents.id(group), InfoAccess.flag(WireKeys.GROUP_LEADS));
        // Kept for those that construct their first group later.
        GroupEvents.send(user, group, members.difference(List.of(session.self())), infos, true, true);
    }

    private void addDeclared(String group, ProcId leader) {
        declared.computeIfAbsent(group, _ -> ConcurrentHashMap.newKeySet()).add(leader);
    }

    /** Handles a declaration of another process. Returns false if the event is none. */
    private boolean declaredElsewhere(ReceivedEvent event) {
        if (event.find(WireKeys.GROUP_LEADS) == null) {
            return false;
        }
        ProcId leader = event.source;
        if (event.find(EventKeys.GROUP_ID) instanceof PmixValue.Str group && leader != null) {
            GroupImpl made = GroupTable.of(session).find(group.value());
            if (made != null && made.members().contains(leader)) {
                // The group was constructed before it arrived. It says nothing about a later one.
                made.changes.declared(leader);
            } else if (declared.size() < MOST_EARLY) {
                addDeclared(group.value(), leader);
            }
        }
        return true;
    }

    @Override
    public @Nullable ProcId declared(String group, Members members) {
        Set<ProcId> leaders = declared.get(group);
        return leaders == null
                ? null
                : members.stream().filter(leaders::contains).findFirst().orElse(null);
    }

    @Override
    public void constructEnded(String group) {
        declared.remove(group);
    }

    @Override
    public NativeCall<Group> construct(Construction construction, ProcId leader, Duration timeout) {
        return new LedConstruct(construction, leader, timeout);
    }

    /** Goes on with a construct in which a member has failed. The group is completed with the lock held. */
    CompletableFuture<Group> construct(Construction construction, InviteId id, Terms terms, AcceptOptions options) {
        Handle user = construction.handle;
        Reservation reservation = construction.reservation;
        Members members = construction.participants.procs();
        listen(user);
        synchronized (this) {
            if (id.origin().equals(session.self())) {
                // The others still wait when the leader decides about those that are silent.
                long answerNanos = terms.nanos() / 2;
                InviteLeader leader = new InviteLeader(
                        this, user, id, reservation, terms, options.policy(), answerNanos, members, options.info());
                leader.start(false);
                replay(id);
                return leader.done;
            }
            // The leader counts as silent before this process's own timeout is over.
            Terms earlier =
                    new Terms(terms.traits(), terms.assignContextId(), terms.nanos() / 4 * 3, terms.directives());
            Invitee invitee = new Invitee(this, user, id, id.origin(), members, earlier);
            invited.put(id, invitee);
            invitee.construct(reservation, options);
            replay(id);
            return invitee.done;
        }
    }

    /** Handles the events about a construct that came early. Guarded by this. */
    private void replay(InviteId id) {
        Map<ProcId, ReceivedEvent> kept = early.remove(id);
        if (kept != null) {
            kept.values().forEach(events::arrived);
        }
    }

    /** Keeps an event of a process that has noticed a failure in a construct before this process. Guarded by this. */
    void cameEarly(InviteId id, ProcId source, ReceivedEvent event) {
        Map<ProcId, ReceivedEvent> kept = early.get(id);
        if (kept == null) {
            if (early.size() >= MOST_EARLY) {
                early.clear();
            }
            kept = new LinkedHashMap<>();
            early.put(id, kept);
            forgetLater(id, kept);
        }
        if (event.code == PMIxConstants.PMIX_GROUP_INVITE_DECLINED()) {
            // It may be about an earlier construct of the id, so it only takes an answer back.
            kept.remove(source);
        } else {
            kept.put(source, event);
        }
    }

    // --- what is under way -----------------------------------------------------------------------------------------

    @Override
    public void put(InviteLeader leader) {
        if (closed) {
            throw StatusCodes.closed(leader.what());
        }
        leading.put(leader.id, leader);
    }

    @Override
    public void forgetLater(InviteId id, Object entry) {
        Future<?> _ = after(
                Patience.LATE_MESSAGE, () -> List.of(leading, invited, early).forEach(from -> from.remove(id, entry)));
    }

    @Override
    public @Nullable Future<?> after(long nanos, Runnable task) {
        return session.timers.timer(nanos, () -> {
            synchronized (this) {
                task.run();
            }
        });
    }

    @Override
    public synchronized void fail(ProcId proc, PmixException failure) {
        List.copyOf(leading.values()).stream()
                .filter(leader -> leader.waitsFor(proc))
                .forEach(leader -> leader.abort(String.valueOf(failure.getMessage())));
    }

    @Override
    public synchronized void died() {
        List.copyOf(leading.values()).forEach(InviteLeader::died);
        List.copyOf(invited.values()).forEach(Invitee::died);
    }

    @Override
    public Invites invites(Handle user) {
        return new GroupInvites(user);
    }

    /** Returns the invitations that can be answered. */
    synchronized List<Invitation> open() {
        return invited.values().stream()
                .filter(Invitee::isOffered)
                .<Invitation>map(invitee -> invitee.invitation)
                .toList();
    }

    /** Waits until an invitation can be answered, and lets a handle answer it. */
    synchronized Invitation await(Handle user, Deadline deadline) {
        while (true) {
            for (Invitee invitee : invited.values()) {
                if (invitee.isOffered()) {
                    invitee.invitation.answerBy(user);
                    return invitee.invitation;
                }
            }
            if (closed || user.isClosed()) {
                throw StatusCodes.closed(deadline.what());
            }
            deadline.await(this);
        }
    }

    // --- the end ---------------------------------------------------------------------------------------------------

    @Override
    public boolean blocksProgress() {
        return Thread.holdsLock(this);
    }

    @Override
    public void handleClosed(Handle user) {
        asker.close(user);
        synchronized (this) {
            notifyAll();
            if (Objects.equals(handle, user)) {
                handle = asker.handle(user.own());
            }
        }
    }

    /** Ends all constructions, and notifies the others while there is a server. */
    @Override
    public synchronized void leave() {
        closed = true;
        notifyAll();
        List.copyOf(leading.values()).forEach(leader -> leader.abort("the leader closes its session"));
        List.copyOf(invited.values()).forEach(invitee -> invitee.withdraw(StatusCodes.closed(invitee.what())));
    }
}
