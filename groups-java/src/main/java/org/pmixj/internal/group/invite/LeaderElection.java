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
import org.pmixj.group.LeaderFailurePolicy;
import org.pmixj.group.LeaderFailurePolicy.Choice;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Timers;
import org.pmixj.internal.group.Fixed;

/**
 * Elects a new leader. Each participant sends its choice to all. The first participant, in the order of the invitation,
 * that has sent one waits a while for the choices of the others and announces the result; if it does not, the next one
 * does. So a single process decides. Guarded by {@link InviteTable}.
 */
final class LeaderElection {
    private final Invitee invitee;
    private final Roles table;
    private final Handle handle;
    private final ProcId self;
    private final ProcId failed;
    private final boolean silent;
    private final Map<ProcId, Choice> choices = new LinkedHashMap<>();
    /** Participants that did not announce the result in time. */
    private final Set<ProcId> passed = new HashSet<>();

    // Whether the choices have been waited for.
    private boolean waited;
    private boolean closed;
    private @Nullable Future<?> timer;

    /** Prepares an election. A silent leader exceeded its own timeout; otherwise the host reported its end. */
    LeaderElection(Invitee invitee, Roles table, ProcId failed, boolean silent) {
        this.invitee = invitee;
        this.table = table;
        this.handle = invitee.handle;
        this.self = handle.session.self();
        this.failed = failed;
        this.silent = silent;
    }

    void start(LeaderFailurePolicy policy) {
        timer = table.after(Patience.CHOICES, this::timedOut);
        ask(policy);
    }

    /** Asks the policy after the others have elected a leader. It can only abort the construction. */
    void askLate(LeaderFailurePolicy policy) {
        closed = true;
        ask(policy);
    }

    private void ask(LeaderFailurePolicy policy) {
        LeaderFailurePolicy.Failure failure =
                new LeaderFailurePolicy.Failure(invitee.id.group(), failed, silent, invitee.leadership.living());
        if (policy instanceof Fixed.Choice fixed) {
            choose(fixed.decide(failure));
            return;
        }
        handle.dispatcher.execute(() -> {
            String asked = "the policy for a failed leader of group '" + failure.group() + "'";
            Choice choice = Policies.ask(asked, () -> policy.decide(failure), Choice.FOLLOW)
                    .decision();
            synchronized (table) {
                choose(choice);
            }
        });
    }

    private void choose(Choice choice) {
        Members living = invitee.leadership.living();
        if (!closed) {
            InviteMessage.vote(handle, invitee.id, failed, choice, false).send(living.difference(List.of(self)));
            vote(self, choice);
        } else if (choice == Choice.ABORT && !invitee.isOver()) {
            abort(self, living);
        }
    }

    void vote(ProcId by, Choice choice) {
        if (!closed) {
            boolean isFirst = choices.put(by, choice) == null;
            Choice own = choices.get(self);
            if (isFirst && own != null && !by.equals(self)) {
                // Perhaps it did not take part yet when this arrived there before.
                InviteMessage.vote(handle, invitee.id, failed, own, true).send(List.of(by));
            }
            evaluate();
        }
    }

    private void timedOut() {
        if (closed) {
            return;
        }
        ProcId due = announcer();
        if (waited && due != null) {
            passed.add(due);
        }
        waited = true;
        timer = table.after(Patience.CHOICE_RESULT, this::timedOut);
        evaluate();
    }

    private @Nullable ProcId announcer() {
        List<ProcId> candidates = new ArrayList<>(invitee.leadership.living());
        candidates.removeIf(proc -> !choices.containsKey(proc) || passed.contains(proc));
        return candidates.isEmpty() ? null : candidates.getFirst();
    }

    /** Announces the result if this process is the one to announce it and all choices are known. */
    void evaluate() {
        Members living = invitee.leadership.living();
        if (closed || !self.equals(announcer()) || !(waited || choices.keySet().containsAll(living))) {
            return;
        }
        closed = true;
        ProcId chosen = null;
        for (ProcId proc : living) {
            Choice choice = choices.get(proc);
            if (choice == Choice.ABORT) {
                abort(proc, living);
                return;
            } else if (choice == Choice.TAKE_OVER && chosen == null) {
                chosen = proc;
            }
        }
        if (chosen == null) {
            end(InviteMessage.nobodySelected(handle, invitee.id, failed), living);
        } else {
            InviteMessage.selected(handle, invitee.id, failed, chosen).send(everybody(living));
        }
    }

    private void abort(ProcId by, Members living) {
        end(InviteMessage.aborted(handle, invitee.id, abortReason(by, failed)), living);
    }

    /** Ends the construction for all. */
    private void end(InviteMessage result, Members living) {
        invitee.leadership.ended = result;
        result.send(everybody(living));
    }

    static String abortReason(ProcId by, ProcId failed) {
        return "the policy of " + by + " aborts because the leader " + failed + " failed";
    }

    /** Returns whom to notify: a leader that was only silent may send again. */
    private List<ProcId> everybody(Members living) {
        List<ProcId> everybody = new ArrayList<>(living);
        if (silent) {
            everybody.add(failed);
        }
        return everybody;
    }

    void close() {
        closed = true;
        Timers.cancel(timer);
    }
}
