// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.util.Objects;
import org.pmixj.ProcId;
import org.pmixj.internal.group.Fixed;

/**
 * Decides what becomes of a group under construction when a process has answered, has ended or is silent (RFC 0033:
 * what the leader returns from its handlers of {@code PMIX_GROUP_INVITE_ACCEPTED}, {@code …_DECLINED} and {@code
 * …_FAILED}).
 *
 * <p>It is called on the session's executor, for one group one answer after the other is not guaranteed: two processes
 * may be decided about at once. It may take its time, but the construction's bound goes on. An exception, or null, is
 * logged and aborts the construction.
 *
 * {@snippet file="GroupSnippets.java" region="policy"}
 */
@FunctionalInterface
public interface LeaderPolicy {
    /** Lists what a process did. */
    enum Kind {
        /** It accepts. */
        ACCEPTED,
        /** It declines, or takes back that it had accepted. */
        DECLINED,
        /** It ended before the construction was complete. */
        FAILED,
        /** It has not answered in time. */
        SILENT
    }

    /**
     * Describes the answer of a process.
     *
     * @param group the id of the group
     * @param proc the process
     * @param kind what it did
     * @param accepted those who have accepted, this process first
     * @param pending those who have not answered
     */
    record Answer(String group, ProcId proc, Kind kind, Members accepted, Members pending) {
        /** Checks the components. */
        public Answer {
            Objects.requireNonNull(group, "group");
            Objects.requireNonNull(proc, "proc");
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(accepted, "accepted");
            Objects.requireNonNull(pending, "pending");
        }
    }

    /**
     * Decides.
     *
     * @param answer what a process did
     * @return what becomes of the construction
     * @throws Exception is logged, and aborts the construction
     */
    LeaderDecision decide(Answer answer) throws Exception;

    /**
     * Requires that all accept: otherwise the construction is aborted.
     *
     * @return the policy
     */
    static LeaderPolicy all() {
        return Fixed.Policy.ALL;
    }

    /**
     * Excludes whoever does not accept ({@code PMIX_GROUP_OPTIONAL}).
     *
     * @return the policy
     */
    static LeaderPolicy goOn() {
        return Fixed.Policy.GO_ON;
    }
}
