// SPDX-License-Identifier: Apache-2.0
package org.pmixj.event;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.event.EventsImpl;

/**
 * Describes what an event means, to switch over. The {@link Event} has the code and all information.
 *
 * {@snippet file="EventSnippets.java" region="detail"}
 */
public sealed interface EventDetail {
    /**
     * Reports that a process ended before its job did: it exited, was killed or aborted. {@link #codes} returns
     * all their codes ({@code PMIX_ERR_PROC_…}, {@code PMIX_EVENT_PROC_TERMINATED}, {@code
     * PMIX_ERR_EXIT_NONZERO_TERM}).
     *
     * <p>PRRTE reports processes of the same job if it was started with {@code --runtime-options
     * recoverable,notifyerrors}. It does not report a process that ended regularly. Its codes are:
     *
     * <ul>
     *   <li>{@code PMIX_ERR_PROC_ABORTED_BY_SIG}: the process was killed;
     *   <li>{@code PMIX_ERR_EXIT_NONZERO_TERM}: it exited with a status other than 0, as after an exception in {@code
     *       main};
     *   <li>{@code PMIX_ERR_PROC_TERM_WO_SYNC}: it exited without closing its session;
     *   <li>{@code PMIX_ERR_PROC_REQUESTED_ABORT}: it aborted.
     * </ul>
     *
     * <p>The host reports it in the name of that process: {@link Event#source} is the same. A program in C can send
     * such an event, too, which has its sender as the source; it may be wrong.
     *
     * @param proc the process
     * @param exitCode its exit status ({@code PMIX_EXIT_CODE}), with 128 added for a signal; empty if not reported
     */
    record ProcessTerminated(ProcId proc, OptionalInt exitCode) implements EventDetail {
        /** Checks the components. */
        public ProcessTerminated {
            Checks.notNull("proc", proc, "exitCode", exitCode);
        }

        /** {@return the codes that report the end of a process, for {@link Events#on}; a new array} */
        public static PmixStatus[] codes() {
            return EventsImpl.processEnds();
        }
    }

    /**
     * Reports that a job ended, successfully or not ({@code PMIX_EVENT_JOB_END}, {@code PMIX_ERR_JOB_…}).
     *
     * @param nspace the namespace of the job
     * @param status how it ended ({@code PMIX_JOB_TERM_STATUS}); the code of the event if the host does not report it
     * @param exitCode the exit status of the process that ended the job; empty if there is none
     */
    record JobEnded(String nspace, PmixStatus status, OptionalInt exitCode) implements EventDetail {
        /** Checks the components. */
        public JobEnded {
            Checks.notNull("nspace", nspace, "status", status, "exitCode", exitCode);
        }
    }

    /**
     * Reports that a programming model is in use in the process that sends the event ({@code PMIX_MODEL_DECLARED}).
     *
     * @param model such as {@code MPI} or {@code OpenMP}
     * @param library its implementation
     * @param version the version of the implementation
     * @param threading its threading model, such as {@code pthreads}
     */
    record ModelDeclared(String model, Optional<String> library, Optional<String> version, Optional<String> threading)
            implements EventDetail {
        /** Checks the components. */
        public ModelDeclared {
            Checks.notNull("model", model, "library", library, "version", version, "threading", threading);
        }
    }

    /**
     * Reports that something happened to a group or to its construction ({@code PMIX_GROUP_…}, RFC 0033).
     *
     * @param kind what happened
     * @param group the id of the group
     * @param proc the process concerned: the one that invites, answered, left, failed or leads; may be empty
     * @param members the membership in the event; empty if it has none
     * @param contextId the context id in the event ({@code PMIX_GROUP_CONTEXT_ID}); empty if it has none
     * @param status the error in the event ({@code PMIX_LOCAL_COLLECTIVE_STATUS}): why no leader was selected; empty if
     *     it has none
     */
    record GroupChanged(
            Kind kind,
            String group,
            Optional<ProcId> proc,
            List<ProcId> members,
            OptionalLong contextId,
            Optional<PmixStatus> status)
            implements EventDetail {
        /** Lists what happens to groups. */
        public enum Kind {
            /** This process is invited. */
            INVITED,
            /** An invited process accepted. */
            INVITE_ACCEPTED,
            /** An invited process declined. */
            INVITE_DECLINED,
            /** A process that was invited, or takes part in the construction, failed before it answered. */
            INVITE_FAILED,
            /** A member left. */
            LEFT,
            /** The membership changed. */
            MEMBERSHIP_UPDATED,
            /** The construction was aborted. */
            CONSTRUCT_ABORTED,
            /** The construction is complete. */
            CONSTRUCT_COMPLETE,
            /**
             * A new leader was selected; none if the event names no process and has a status: the construction failed.
             */
            LEADER_SELECTED,
            /** The leader of the construction failed. */
            LEADER_FAILED,
            /** A context id was assigned. */
            CONTEXT_ID_ASSIGNED,
            /** A member failed. */
            MEMBER_FAILED
        }

        /** Checks and copies the components. */
        public GroupChanged {
            Checks.notNull("kind", kind, "group", group, "proc", proc);
            members = List.copyOf(members);
            Checks.notNull("contextId", contextId, "status", status);
        }
    }

    /**
     * Represents an event for which this library has no type, or without its information, see {@link Event#attributes}.
     */
    record Other() implements EventDetail {}
}
