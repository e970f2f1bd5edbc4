// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Log;

/** Asks the policies and handlers of the application, which may fail. */
final class Policies {
    private Policies() {}

    /** Holds the decision of a policy, and what the policy threw instead, if it did. */
    record Decided<T>(T decision, @Nullable Throwable thrown) {}

    /** Asks a policy of the application, without the lock. Its decision is the default if it returns null or throws. */
    static <T> Decided<T> ask(String policy, Callable<@Nullable T> question, T otherwise) {
        try {
            T answer = question.call();
            if (answer != null) {
                return new Decided<>(answer, null);
            }
            Log.warning(policy + " returned null, which counts as " + otherwise);
            return new Decided<>(otherwise, null);
        } catch (Throwable e) {
            Log.warning(policy + " failed, which counts as " + otherwise, e);
            return new Decided<>(otherwise, e);
        }
    }
}
