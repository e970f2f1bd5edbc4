// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.util.Optional;
import java.util.OptionalInt;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.group.Fixed;

/**
 * Decides what happens to a group under construction when a process has answered, has ended or is silent (RFC 0033:
 * what the leader returns from its handlers of {@code PMIX_GROUP_INVITE_ACCEPTED}, {@code …_DECLINED} and {@code
 * …_FAILED}).
 *
 * <p>It is called on the executor of the handle. Answers for one group may be decided concurrently. It may block, but
 * the timeout of the construction continues. Null or an exception is logged and aborts the construction.
 *
 * {@snippet file="GroupSnippets.java" region="policy"}
 */
@FunctionalInterface
public interface LeaderPolicy {
    /** Lists what a process did. */
    enum Kind {
        /** The process accepted. */
        ACCEPTED,
        /** The process declined, or withdrew its acceptance. */
        DECLINED,
        /** The process ended before the construction was complete. */
        FAILED,
        /** The process did not answer in time. */
        SILENT
    }

    /**
     * Describes the answer of a process.
     *
     * @param group the id of the group
     * @param proc the process
     * @param kind what it did
     * @param accepted the processes that have accepted, this process first
     * @param pending the processes that have not answered
     * @param status how the process ended, such as {@code PMIX_ERR_PROC_ABORTED_BY_SIG}; empty if it did not end, or
     *     the host has not reported it
     * @param exitCode its exit status, see {@link org.pmixj.event.EventDetail.ProcessTerminated}; empty as {@code
     *     status}
     */
    record Answer(
            String group,
            ProcId proc,
            Kind kind,
            Members accepted,
            Members pending,
            Optional<PmixStatus> status,
            OptionalInt exitCode) {
        /** Checks the components. */
        public Answer {
            Checks.notNull("group", group, "proc", proc, "kind", kind, "accepted", accepted, "pending", pending);
            Checks.notNull("status", status, "exitCode", exitCode);
        }
    }

    /**
     * Decides about a process.
     *
     * @param answer what the process did
     * @return what happens to the construction
     * @throws Exception is logged, and aborts the construction
     */
    LeaderDecision decide(Answer answer) throws Exception;

    /** {@return a policy that aborts the construction unless all accept} */
    static LeaderPolicy all() {
        return Fixed.Policy.ALL;
    }

    /** {@return a policy that excludes the processes that do not accept ({@code PMIX_GROUP_OPTIONAL})} */
    static LeaderPolicy goOn() {
        return Fixed.Policy.GO_ON;
    }
}
