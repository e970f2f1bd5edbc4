// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.group.LeaderDecision;
import org.pmixj.group.LeaderPolicy;
import org.pmixj.internal.base.Log;

/** Asks the policies and handlers of the application, which may fail. */
final class Policies {
    private Policies() {}

    /** Holds the decision of a leader's policy, and what the policy threw instead, if it did. */
    record Decided(LeaderDecision decision, @Nullable Throwable thrown) {
        /** Sets what the policy threw as the cause of the failure that follows from it. */
        PmixException explain(PmixException failure) {
            if (thrown != null) {
                failure.initCause(thrown);
            }
            return failure;
        }
    }

    /** Asks the policy of a leader, without the lock. A failure of it ends the construct. */
    static Decided ask(LeaderPolicy policy, LeaderPolicy.Answer answer) {
        Throwable[] thrown = {null};
        LeaderDecision decision = ask(
                "the policy of the leader of group '" + answer.group() + "'",
                () -> policy.decide(answer),
                LeaderDecision.abort("the policy of its leader failed"),
                failure -> thrown[0] = failure);
        return new Decided(decision, thrown[0]);
    }

    /** Asks a policy of the application, without the lock. Returns the default if it returns null or throws. */
    static <T> T ask(String policy, Callable<@Nullable T> question, T otherwise) {
        return ask(policy, question, otherwise, failure -> {});
    }

    /** Does the same, and reports what the policy has thrown. */
    static <T> T ask(String policy, Callable<@Nullable T> question, T otherwise, Consumer<Throwable> thrown) {
        try {
            T answer = question.call();
            if (answer != null) {
                return answer;
            }
            Log.warning(policy + " returned null, which counts as " + otherwise);
        } catch (Throwable e) {
            Log.warning(policy + " failed, which counts as " + otherwise, e);
            thrown.accept(e);
        }
        return otherwise;
    }
}
