// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Group;
import org.pmixj.group.LeaderDecision;
import org.pmixj.group.LeaderPolicy;
import org.pmixj.group.LeaderPolicy.Kind;
import org.pmixj.group.Members;
import org.pmixj.internal.base.CollectiveBound;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.event.ReceivedEvent;
import org.pmixj.internal.group.FixedPolicy;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.ProcLists;

/** The construction of a group by invitation, on the side of its leader: the first, or one that has taken over. */
public final class InviteLeader {
    /** Most have answered by then. */
    private static final long FIRST_LOOK_NANOS = 500_000_000L;

    private static final long LOOK_NANOS = 4_000_000_000L;

    private enum Place {
        ASKED,
        ACCEPTED,
        /** Did not come; it is being decided what becomes of that. */
        IN_QUESTION
    }

    private static final class Invitee {
        private ProcId proc;
        private Place place = Place.ASKED;
        private @Nullable Future<?> due;

        Invitee(ProcId proc) {
            this.proc = proc;
        }
    }

    /** What the leader has agreed upon with nobody: its own side of the construction. */
    record Plan(
            GroupImpl.Traits traits,
            LeaderPolicy policy,
            boolean assignContextId,
            Duration timeout,
            @Nullable Duration answerWithin) {}

    final InviteId id;
    private final InviteTable all;
    private final Handle handle;
    private final GroupTable.Reservation reservation;
    private final Plan plan;
    private final CompletableFuture<Group> done = new CompletableFuture<>();

    // Guarded by all.
    private final List<Invitee> invitees = new ArrayList<>();
    /** Whoever was told of it is told of its end. */
    private final Set<ProcId> told = new HashSet<>();
    /** Decisions under way. */
    private int undecided;

    private boolean completing;
    private boolean over;
    /** The group is complete for the others, and this process waits for its own announcement. */
    private boolean announced;

    private boolean expired;
    private OptionalLong contextId = OptionalLong.empty();
    private @Nullable GroupImpl made;
    private @Nullable Future<?> expiry;

    InviteLeader(
            InviteTable all, Handle handle, InviteId id, GroupTable.Reservation reservation, Plan plan, Members procs) {
        this.all = all;
        this.handle = handle;
        this.id = id;
        this.reservation = reservation;
        this.plan = plan;
        for (ProcId proc : procs) {
            if (!proc.equals(handle.session.self())) {
                invitees.add(new Invitee(proc));
                told.add(proc);
            }
        }
    }

    String what() {
        return "invitation to group '" + id.group() + "'";
    }

    /** Completed by whoever ends it, not by the dispatcher. */
    CompletableFuture<Group> done() {
        return done;
    }

    public static String did(Kind kind) {
        return switch (kind) {
            case ACCEPTED -> "accepted";
            case DECLINED -> "declined";
            case FAILED -> "failed";
            case SILENT -> "did not answer";
        };
    }

    // --- the beginning ---------------------------------------------------------------------------------------------

    /** Asks everybody. */
    void begin() {
        synchronized (all) {
            all.put(this);
            List<ProcId> living = new ArrayList<>();
            for (ProcId proc : told) {
                if (!all.isDead(proc)) {
                    living.add(proc);
                }
            }
            ask(living);
            watch();
        }
    }

    /** They have been asked, and will answer to this process. */
    void takeOver() {
        synchronized (all) {
            all.put(this);
            watch();
        }
    }

    private void watch() {
        expiry = all.after(nanos(plan.timeout), new Expiry(false));
        for (Invitee invitee : List.copyOf(invitees)) {
            if (all.isDead(invitee.proc)) {
                out(invitee, Kind.FAILED);
            } else {
                await(invitee);
            }
        }
        Future<?> _ = all.after(FIRST_LOOK_NANOS, new Look());
        completeIfAllAreThere();
    }

    /** Who has ended in good order answers nothing, and nobody tells. */
    private final class Look implements Runnable {
        @Override
        public void run() {
            synchronized (all) {
                Members asked = over ? Members.none() : in(Place.ASKED);
                if (!asked.isEmpty()) {
                    GroupTable.of(handle.session).look(handle, asked);
                    Future<?> _ = all.after(LOOK_NANOS, new Look());
                }
            }
        }
    }

    private static long nanos(Duration duration) {
        return Deadline.toNanos(duration);
    }

    private void ask(List<ProcId> procs) {
        if (procs.isEmpty()) {
            return;
        }
        InviteMessage message = new InviteMessage(handle, id)
                .participants(participants())
                .traits(plan.traits, plan.assignContextId)
                .bound(nanos(plan.timeout));
        try {
            CompletableFuture<?> _ = message.to(PMIxConstants.PMIX_GROUP_INVITED(), procs)
                    .submit(nanos(handle.defaultTimeout))
                    .whenComplete(new IfNotSent(procs, "it cannot be sent"));
        } catch (RuntimeException e) {
            notSent(procs, e, "it cannot be sent");
        }
    }

    /** What cannot be sent ends the construction: the message is precise, a process that does not exist is named. */
    private final class IfNotSent implements BiConsumer<@Nullable Object, @Nullable Throwable> {
        private final List<ProcId> procs;
        private final String reason;

        /**
         * See the class.
         *
         * @param procs those who are told of nothing any more
         */
        IfNotSent(List<ProcId> procs, String reason) {
            this.procs = procs;
            this.reason = reason;
        }

        @Override
        public void accept(@Nullable Object sent, @Nullable Throwable failure) {
            if (failure instanceof RuntimeException cause) {
                synchronized (all) {
                    notSent(procs, cause, reason);
                }
            }
        }
    }

    private void notSent(List<ProcId> procs, RuntimeException cause, String reason) {
        for (ProcId proc : procs) {
            told.remove(proc);
        }
        end(cause, reason);
    }

    private void await(Invitee invitee) {
        if (plan.answerWithin != null) {
            invitee.due = all.after(nanos(plan.answerWithin), new Due(invitee, invitee.proc));
        }
    }

    private Members participants() {
        List<ProcId> procs = new ArrayList<>();
        procs.add(handle.session.self());
        for (Invitee invitee : invitees) {
            procs.add(invitee.proc);
        }
        return Members.of(procs);
    }

    private Members in(Place place) {
        List<ProcId> procs = new ArrayList<>();
        if (place == Place.ACCEPTED) {
            procs.add(handle.session.self());
        }
        for (Invitee invitee : invitees) {
            if (invitee.place == place) {
                procs.add(invitee.proc);
            }
        }
        return Members.of(procs);
    }

    private @Nullable Invitee find(ProcId proc) {
        for (Invitee invitee : invitees) {
            if (invitee.proc.equals(proc)) {
                return invitee;
            }
        }
        return null;
    }

    // --- answers; guarded by all -----------------------------------------------------------------------------------

    boolean waitsFor(ProcId proc) {
        Invitee invitee = over ? null : find(proc);
        return invitee != null && invitee.place == Place.ASKED;
    }

    /**
     * A process has answered.
     *
     * @return false if that is about a later construct of the same id
     */
    boolean answered(ProcId proc, boolean accepted) {
        Invitee invitee = over ? null : find(proc);
        if (invitee == null) {
            if (over && id.isOfConstruct() && done.isDone() && !done.isCompletedExceptionally()) {
                return false;
            }
            if (accepted && (!over || !isMember(proc))) {
                InviteTable.refuse(handle, id, proc);
            }
        } else if (accepted && invitee.place == Place.ASKED) {
            invitee.place = Place.ACCEPTED;
            cancel(invitee);
            if (!(plan.policy instanceof FixedPolicy)) {
                decide(invitee, Kind.ACCEPTED);
            }
            completeIfAllAreThere();
        } else if (!accepted && invitee.place != Place.IN_QUESTION) {
            out(invitee, Kind.DECLINED);
        }
        return true;
    }

    private boolean isMember(ProcId proc) {
        Invitee invitee = find(proc);
        return invitee != null && invitee.place == Place.ACCEPTED;
    }

    /** Somebody did. */
    void died() {
        for (Invitee invitee : List.copyOf(invitees)) {
            if (invitee.place != Place.IN_QUESTION && all.isDead(invitee.proc)) {
                out(invitee, Kind.FAILED);
            }
        }
    }

    private final class Due implements Runnable {
        private final Invitee invitee;
        private final ProcId proc;

        Due(Invitee invitee, ProcId proc) {
            this.invitee = invitee;
            this.proc = proc;
        }

        @Override
        public void run() {
            synchronized (all) {
                if (!over && invitee.place == Place.ASKED && invitee.proc.equals(proc)) {
                    out(invitee, Kind.SILENT);
                }
            }
        }
    }

    /** First those who have not answered are silent; then it has ended, whatever is still being decided. */
    private final class Expiry implements Runnable {
        private final boolean last;

        Expiry(boolean last) {
            this.last = last;
        }

        @Override
        public void run() {
            synchronized (all) {
                if (last) {
                    end(StatusCodes.timeout(what(), nanos(plan.timeout)), "the leader's bound ran out");
                } else if (!over) {
                    expired = true;
                    expiry = all.after(CollectiveBound.own(plan.timeout) - nanos(plan.timeout), new Expiry(true));
                    for (Invitee invitee : List.copyOf(invitees)) {
                        if (invitee.place == Place.ASKED) {
                            out(invitee, Kind.SILENT);
                        }
                    }
                }
            }
        }
    }

    /** A process does not come. */
    private void out(Invitee invitee, Kind kind) {
        if (over) {
            return;
        }
        invitee.place = Place.IN_QUESTION;
        completing = false;
        cancel(invitee);
        if (kind == Kind.FAILED || kind == Kind.SILENT) {
            new InviteMessage(handle, id).affecting(invitee.proc).tell(PMIxConstants.PMIX_GROUP_INVITE_FAILED());
        }
        decide(invitee, kind);
    }

    private static void cancel(Invitee invitee) {
        if (invitee.due != null) {
            invitee.due.cancel(false);
        }
    }

    // --- decisions -------------------------------------------------------------------------------------------------

    private void decide(Invitee invitee, Kind kind) {
        LeaderPolicy.Answer answer =
                new LeaderPolicy.Answer(id.group(), invitee.proc, kind, in(Place.ACCEPTED), in(Place.ASKED));
        if (plan.policy instanceof FixedPolicy fixed) {
            decided(invitee, answer, fixed.decide(answer));
        } else {
            undecided++;
            handle.dispatcher.execute(new Deciding(invitee, answer));
        }
    }

    private final class Deciding implements Runnable {
        private final Invitee invitee;
        private final LeaderPolicy.Answer answer;

        Deciding(Invitee invitee, LeaderPolicy.Answer answer) {
            this.invitee = invitee;
            this.answer = answer;
        }

        @Override
        public void run() {
            LeaderDecision decision = null;
            try {
                decision = plan.policy.decide(answer);
                if (decision == null) {
                    Log.warning("the policy of the leader of group '" + id.group() + "' decided null");
                }
            } catch (Throwable e) {
                Log.warning("the policy of the leader of group '" + id.group() + "' failed", e);
            }
            if (decision instanceof LeaderDecision.Replace replace) {
                // What is to be known of it is looked up without the lock.
                boolean _ = ProcLists.mayExist(handle, replace.by());
            }
            synchronized (all) {
                undecided--;
                decided(invitee, answer, decision == null ? LeaderDecision.abort("its policy failed") : decision);
            }
        }
    }

    private void decided(Invitee invitee, LeaderPolicy.Answer answer, LeaderDecision decision) {
        // It may have been asked about again meanwhile: accepted, and then dead.
        boolean current = invitees.contains(invitee) && invitee.proc.equals(answer.proc());
        if (over || !current) {
            completeIfAllAreThere();
        } else if (decision instanceof LeaderDecision.Abort abort) {
            end(failure(answer, abort.reason()), abort.reason());
        } else if (decision instanceof LeaderDecision.Replace replace) {
            replace(invitee, replace.by());
        } else {
            if (answer.kind() != Kind.ACCEPTED) {
                drop(invitee, answer.kind());
            }
            completeIfAllAreThere();
        }
    }

    private void drop(Invitee invitee, Kind kind) {
        invitees.remove(invitee);
        if (kind == Kind.SILENT) {
            InviteTable.refuse(handle, id, invitee.proc);
        }
    }

    private void replace(Invitee invitee, ProcId by) {
        String problem = null;
        if (by.isWildcard() || by.equals(handle.session.self()) || told.contains(by)) {
            problem = "it was invited before, or is not one process";
        } else if (!ProcLists.mayExist(handle, by)) {
            problem = "it does not exist";
        } else if (all.isDead(by)) {
            problem = "it has ended";
        } else if (expired) {
            problem = "there is no time left";
        }
        if (problem != null) {
            String text = by + " cannot take the place of " + invitee.proc + ": " + problem;
            end(
                    expired
                            ? new PmixException.Timeout(
                                    what() + " timed out: " + text, new PmixStatus(StatusCodes.TIMEOUT))
                            : aborted(text),
                    text);
            return;
        }
        ProcId before = invitee.proc;
        cancel(invitee);
        invitee.proc = by;
        invitee.place = Place.ASKED;
        if (!all.isDead(before)) {
            InviteTable.refuse(handle, id, before);
        }
        told.add(by);
        ask(List.of(by));
        await(invitee);
        List<ProcId> others = new ArrayList<>(told);
        others.remove(by);
        new InviteMessage(handle, id)
                .participants(participants())
                .send(PMIxConstants.PMIX_GROUP_MEMBERSHIP_UPDATE(), others);
    }

    // --- the end ---------------------------------------------------------------------------------------------------

    private PmixException failure(LeaderPolicy.Answer answer, String reason) {
        if (plan.policy != FixedPolicy.ALL) {
            return aborted(reason);
        }
        String text = what() + " failed: " + answer.proc() + " " + did(answer.kind());
        return switch (answer.kind()) {
            case FAILED ->
                new PmixException.MemberLost(text, new PmixStatus(StatusCodes.CONSTRUCT_ABORT), List.of(answer.proc()));
            case SILENT -> new PmixException.Timeout(text, new PmixStatus(StatusCodes.TIMEOUT));
            case ACCEPTED, DECLINED ->
                new PmixException.Aborted(text, new PmixStatus(StatusCodes.CONSTRUCT_ABORT), answer.proc());
        };
    }

    private PmixException aborted(String reason) {
        return new PmixException.Aborted(
                what() + " was aborted: " + reason, new PmixStatus(StatusCodes.CONSTRUCT_ABORT), handle.session.self());
    }

    /** The application does not want it any more. */
    void abort(String reason) {
        synchronized (all) {
            end(aborted(reason), reason);
        }
    }

    /** The participants have another leader. */
    void deposed(ProcId leader) {
        GroupImpl group = made;
        if (group != null) {
            // It is the only one who takes itself for a member.
            for (ProcId member : group.members()) {
                if (!member.equals(handle.session.self())) {
                    group.left(member);
                }
            }
        }
        if (done.isDone()) {
            return;
        }
        if (!over) {
            close();
        }
        free();
        done.completeExceptionally(new PmixException.Aborted(
                what() + " was aborted: the others took this process for failed, and " + leader + " leads",
                new PmixStatus(StatusCodes.CONSTRUCT_ABORT),
                leader));
    }

    private void end(RuntimeException failure, String reason) {
        if (done.isDone() || (over && !announced)) {
            return;
        }
        try {
            if (!over) {
                close();
            }
            // Whoever has the group already takes no notice, and will see this process leave it.
            List<ProcId> everybody = new ArrayList<>(told);
            everybody.add(handle.session.self());
            new InviteMessage(handle, id).text(reason).send(PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT(), everybody);
        } finally {
            free();
            done.completeExceptionally(failure);
        }
    }

    private void close() {
        over = true;
        if (expiry != null) {
            expiry.cancel(false);
        }
        for (Invitee invitee : invitees) {
            cancel(invitee);
        }
        all.over(this);
    }

    private void free() {
        GroupTable.of(handle.session).free(id.group(), reservation);
    }

    // --- completion ------------------------------------------------------------------------------------------------

    private void completeIfAllAreThere() {
        if (over || completing || undecided > 0) {
            return;
        }
        for (Invitee invitee : invitees) {
            if (invitee.place != Place.ACCEPTED) {
                return;
            }
        }
        completing = true;
        if (plan.assignContextId && contextId.isEmpty() && !handle.session.singleton()) {
            CompletableFuture<?> _ = new ContextIdCall(handle.own(), id.group())
                    .submit(nanos(handle.defaultTimeout))
                    .whenComplete(new Assigned());
        } else {
            announce();
        }
    }

    private final class Assigned implements BiConsumer<@Nullable Long, @Nullable Throwable> {
        @Override
        public void accept(@Nullable Long assigned, @Nullable Throwable failure) {
            synchronized (all) {
                if (assigned != null) {
                    contextId = OptionalLong.of(assigned);
                    if (completing) {
                        announce();
                    } else {
                        completeIfAllAreThere();
                    }
                } else if (failure instanceof RuntimeException cause) {
                    end(cause, "the host assigns no context id");
                }
            }
        }
    }

    /** Tells all, this process too: its libpmix learns of the group as those of the others do. */
    private void announce() {
        if (over) {
            return;
        }
        close();
        announced = true;
        InviteMessage message =
                new InviteMessage(handle, id).members(in(Place.ACCEPTED)).traits(plan.traits, plan.assignContextId);
        if (contextId.isPresent()) {
            message.contextId(contextId.getAsLong());
        }
        try {
            CompletableFuture<?> _ = message.to(PMIxConstants.PMIX_GROUP_CONSTRUCT_COMPLETE(), in(Place.ACCEPTED))
                    .submit(nanos(handle.defaultTimeout))
                    .whenComplete(new IfNotSent(List.of(), "it cannot be announced"));
        } catch (RuntimeException e) {
            end(e, "it cannot be announced");
        }
        expiry = all.after(CollectiveBound.own(plan.timeout), new Unheard());
    }

    /** The server took the announcement, and did not hand it out. */
    private final class Unheard implements Runnable {
        @Override
        public void run() {
            synchronized (all) {
                end(StatusCodes.timeout(what(), nanos(plan.timeout)), "the leader does not hear its announcement");
            }
        }
    }

    /** The announcement arrived, and libpmix of this process knows the group. */
    void complete(ReceivedEvent event) {
        if (made != null) {
            return;
        }
        if (expiry != null) {
            expiry.cancel(false);
        }
        GroupImpl group = new GroupImpl(handle, id.group(), InviteMessage.members(event), contextId, plan.traits);
        made = group;
        if (done.isDone()) {
            // It was given up since it was announced, and the others have the group.
            group.abandon();
            return;
        }
        group.leads(handle.session.self(), !id.origin().equals(handle.session.self()));
        if (id.isOfConstruct()) {
            group.keepFromLibrary();
        }
        GroupTable.of(handle.session).activate(reservation, group);
        if (!done.complete(group)) {
            group.abandon();
        }
    }
}
