// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.LeaderFailurePolicy;
import org.pmixj.group.LeaderFailurePolicy.Choice;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.group.FixedChoice;

/**
 * The choice of a new leader. Each participant tells its choice to all. The first of those who have told it, in the order
 * of the invitation, waits for the others, for a while, and announces what follows from the choices; should it not, the
 * next one does. So it is one process that decides.
 *
 * <p>Guarded by the lock of {@link InviteTable}.
 */
final class LeaderElection {
    /** For the choices of all. A participant without this layer tells none. */
    private static final long CHOICES_NANOS = 1_500_000_000L;
    /** For the announcement. */
    private static final long DECISION_NANOS = 2_000_000_000L;

    private final InvitationImpl invitation;
    private final InviteTable all;
    private final Handle handle;
    private final ProcId failed;
    private final boolean silent;
    private final Map<ProcId, Choice> choices = new LinkedHashMap<>();
    /** Those who should have announced it. */
    private final Set<ProcId> passed = new HashSet<>();

    private boolean waited;
    private boolean closed;
    private @Nullable Future<?> timer;

    LeaderElection(InvitationImpl invitation, InviteTable all, Handle handle, ProcId failed, boolean silent) {
        this.invitation = invitation;
        this.all = all;
        this.handle = handle;
        this.failed = failed;
        this.silent = silent;
    }

    void begin(LeaderFailurePolicy policy) {
        timer = all.after(CHOICES_NANOS, new Waited());
        ask(policy);
    }

    /** The others have decided before this process noticed the failure. Its policy can only abort. */
    void askLate(LeaderFailurePolicy policy) {
        closed = true;
        ask(policy);
    }

    private void ask(LeaderFailurePolicy policy) {
        if (policy instanceof FixedChoice fixed) {
            choose(fixed.decide(failure()));
        } else {
            handle.dispatcher.execute(new Choosing(policy, failure()));
        }
    }

    private LeaderFailurePolicy.Failure failure() {
        return new LeaderFailurePolicy.Failure(invitation.id.group(), failed, silent, invitation.left());
    }

    private final class Choosing implements Runnable {
        private final LeaderFailurePolicy policy;
        private final LeaderFailurePolicy.Failure failure;

        Choosing(LeaderFailurePolicy policy, LeaderFailurePolicy.Failure failure) {
            this.policy = policy;
            this.failure = failure;
        }

        @Override
        public void run() {
            Choice choice = null;
            try {
                choice = policy.decide(failure);
                if (choice == null) {
                    Log.warning("the policy for a failed leader of group '" + failure.group() + "' decided null");
                }
            } catch (Throwable e) {
                Log.warning("the policy for a failed leader of group '" + failure.group() + "' failed", e);
            }
            synchronized (all) {
                choose(choice == null ? Choice.FOLLOW : choice);
            }
        }
    }

    private void choose(Choice choice) {
        if (closed) {
            if (choice == Choice.ABORT && !invitation.isOver()) {
                // Too late for the choice, but not for what it wants.
                new InviteMessage(handle, invitation.id)
                        .text(abortReason(handle.session.self(), failed))
                        .send(PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT(), everybody(invitation.left()));
            }
            return;
        }
        List<ProcId> others = new ArrayList<>(invitation.left());
        others.remove(handle.session.self());
        new InviteMessage(handle, invitation.id)
                .failed(failed)
                .choice(choice)
                .send(PMIxConstants.PMIX_GROUP_LEADER_FAILED(), others);
        choices.put(handle.session.self(), choice);
        evaluate();
    }

    void vote(ProcId by, Choice choice) {
        if (!closed) {
            choices.put(by, choice);
            evaluate();
        }
    }

    private final class Waited implements Runnable {
        @Override
        public void run() {
            synchronized (all) {
                if (closed) {
                    return;
                }
                ProcId due = announcer();
                if (waited && due != null) {
                    passed.add(due);
                }
                waited = true;
                timer = all.after(DECISION_NANOS, new Waited());
                evaluate();
            }
        }
    }

    private @Nullable ProcId announcer() {
        for (ProcId proc : invitation.left()) {
            if (choices.containsKey(proc) && !passed.contains(proc)) {
                return proc;
            }
        }
        return null;
    }

    /** Announces what follows from the choices, if that is up to this process and all of them are known. */
    void evaluate() {
        Members left = invitation.left();
        if (closed
                || !handle.session.self().equals(announcer())
                || !(waited || choices.keySet().containsAll(left))) {
            return;
        }
        ProcId chosen = null;
        for (ProcId proc : left) {
            Choice choice = choices.get(proc);
            if (choice == Choice.ABORT) {
                new InviteMessage(handle, invitation.id)
                        .text(abortReason(proc, failed))
                        .send(PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT(), everybody(left));
                closed = true;
                return;
            } else if (choice == Choice.TAKE_OVER && chosen == null) {
                chosen = proc;
            }
        }
        closed = true;
        if (chosen != null) {
            announce(handle, invitation.id, failed, chosen, everybody(left));
        } else {
            new InviteMessage(handle, invitation.id)
                    .failed(failed)
                    .nobody()
                    .text("the leader " + failed + " failed, and nobody takes over")
                    .send(PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT(), everybody(left));
        }
    }

    static String abortReason(ProcId by, ProcId failed) {
        return "the policy of " + by + " aborts because the leader " + failed + " failed";
    }

    /** One that is only silent may speak again. */
    private List<ProcId> everybody(Members left) {
        List<ProcId> everybody = new ArrayList<>(left);
        if (silent) {
            everybody.add(failed);
        }
        return everybody;
    }

    static void announce(Handle handle, InviteId id, ProcId failed, ProcId chosen, List<ProcId> to) {
        new InviteMessage(handle, id)
                .failed(failed)
                .affecting(chosen)
                .send(PMIxConstants.PMIX_GROUP_LEADER_SELECTED(), to);
    }

    void close() {
        closed = true;
        Future<?> pending = timer;
        if (pending != null) {
            pending.cancel(false);
        }
    }
}
