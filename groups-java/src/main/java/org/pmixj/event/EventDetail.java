// SPDX-License-Identifier: Apache-2.0
package org.pmixj.event;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.internal.event.EventCodes;

/**
 * Describes what an event means, to switch over. The code and everything that came with the event are in the {@link
 * Event}.
 *
 * {@snippet file="EventSnippets.java" region="detail"}
 */
public sealed interface EventDetail {
    /**
     * Reports that a process ended before its job did: it exited, was killed or aborted ({@code PMIX_ERR_PROC_…},
     * {@code PMIX_EVENT_PROC_TERMINATED}, {@code PMIX_ERR_EXIT_NONZERO_TERM}); {@link #codes} has all of them. PRRTE
     * reports the processes of the same job if it was started with {@code --rtos recoverable,notifyerrors}: {@code
     * PMIX_ERR_PROC_ABORTED_BY_SIG} of a process that was killed, {@code PMIX_ERR_EXIT_NONZERO_TERM} of one that exited
     * with another status than 0, as an exception out of {@code main} makes it, {@code PMIX_ERR_PROC_TERM_WO_SYNC} of
     * one that exited without closing its session, {@code PMIX_ERR_PROC_REQUESTED_ABORT} of one that aborted; nothing
     * of one that ended in good order.
     *
     * @param proc the process
     * @param exitCode its exit status ({@code PMIX_EXIT_CODE}), with 128 added for a signal; empty if the host does not
     *     tell
     */
    record ProcessTerminated(ProcId proc, OptionalInt exitCode) implements EventDetail {
        /** Checks the components. */
        public ProcessTerminated {
            Objects.requireNonNull(proc, "proc");
            Objects.requireNonNull(exitCode, "exitCode");
        }

        /**
         * Returns the codes that tell the end of a process, for {@link Events#on}.
         *
         * @return an array of its own for each call
         */
        public static PmixStatus[] codes() {
            return EventCodes.processEnds();
        }
    }

    /**
     * Reports that a job ended, well or not ({@code PMIX_EVENT_JOB_END}, {@code PMIX_ERR_JOB_…}).
     *
     * @param nspace its namespace
     * @param status how it ended ({@code PMIX_JOB_TERM_STATUS}); the code of the event if the host does not report
     * @param exitCode the exit status of the process that ended it; empty if there is none
     */
    record JobEnded(String nspace, PmixStatus status, OptionalInt exitCode) implements EventDetail {
        /** Checks the components. */
        public JobEnded {
            Objects.requireNonNull(nspace, "nspace");
            Objects.requireNonNull(status, "status");
            Objects.requireNonNull(exitCode, "exitCode");
        }
    }

    /**
     * Reports that a connection of libpmix was lost ({@code PMIX_ERR_LOST_CONNECTION}): of this process to its server,
     * after which nothing but its own memory answers.
     *
     * @param peer the other side, empty if libpmix does not report
     */
    record ConnectionLost(Optional<ProcId> peer) implements EventDetail {
        /** Checks the components. */
        public ConnectionLost {
            Objects.requireNonNull(peer, "peer");
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
            Objects.requireNonNull(model, "model");
            Objects.requireNonNull(library, "library");
            Objects.requireNonNull(version, "version");
            Objects.requireNonNull(threading, "threading");
        }
    }

    /**
     * Reports what a programming model uses, or the phase it is in, has changed ({@code PMIX_MODEL_RESOURCES}, {@code
     * PMIX_OPENMP_PARALLEL_ENTERED}, {@code PMIX_OPENMP_PARALLEL_EXITED}).
     *
     * @param change which of the three
     * @param model the model; empty if the event does not say
     * @param threads the number of threads ({@code PMIX_MODEL_NUM_THREADS})
     * @param cpus the number of CPUs ({@code PMIX_MODEL_NUM_CPUS})
     * @param cpuType such as {@code core} or {@code hwthread}
     * @param affinityPolicy such as {@code close} or {@code spread}
     * @param phaseName the application's name of the phase
     * @param phaseType such as {@code matrix multiply}
     */
    record ModelActivity(
            Change change,
            Optional<String> model,
            OptionalLong threads,
            OptionalLong cpus,
            Optional<String> cpuType,
            Optional<String> affinityPolicy,
            Optional<String> phaseName,
            Optional<String> phaseType)
            implements EventDetail {
        /** Lists what an event reports of a model. */
        public enum Change {
            /** What it uses has changed. */
            RESOURCES,
            /** An OpenMP parallel region was entered. */
            PARALLEL_ENTERED,
            /** An OpenMP parallel region was left. */
            PARALLEL_EXITED
        }

        /** Checks the components. */
        public ModelActivity {
            Objects.requireNonNull(change, "change");
            Objects.requireNonNull(model, "model");
            Objects.requireNonNull(threads, "threads");
            Objects.requireNonNull(cpus, "cpus");
            Objects.requireNonNull(cpuType, "cpuType");
            Objects.requireNonNull(affinityPolicy, "affinityPolicy");
            Objects.requireNonNull(phaseName, "phaseName");
            Objects.requireNonNull(phaseType, "phaseType");
        }
    }

    /**
     * Reports that something happened to a group, or to one that is being constructed ({@code PMIX_GROUP_…}, RFC 0033).
     *
     * @param kind what
     * @param group its id
     * @param proc the process concerned: who invites, answered, left, failed, leads; empty if the event does not say
     * @param members the membership that came with it; empty if none did
     * @param contextId the context id that came with it ({@code PMIX_GROUP_CONTEXT_ID}); empty if none did
     */
    record GroupChanged(Kind kind, String group, Optional<ProcId> proc, List<ProcId> members, OptionalLong contextId)
            implements EventDetail {
        /** Lists what happens to groups. */
        public enum Kind {
            /** This process is invited. */
            INVITED,
            /** A process that was invited accepts. */
            INVITE_ACCEPTED,
            /** A process that was invited declines. */
            INVITE_DECLINED,
            /** A process that was invited, or takes part in the construction, failed before it answered. */
            INVITE_FAILED,
            /** A member left. */
            LEFT,
            /** The membership has changed. */
            MEMBERSHIP_UPDATED,
            /** The construction was aborted. */
            CONSTRUCT_ABORTED,
            /** The construction is complete. */
            CONSTRUCT_COMPLETE,
            /** A new leader was selected. */
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
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(group, "group");
            Objects.requireNonNull(proc, "proc");
            members = List.copyOf(members);
            Objects.requireNonNull(contextId, "contextId");
        }
    }

    /** Represents an event that has no type here, or whose information is missing; see {@link Event#attributes}. */
    record Other() implements EventDetail {}
}
