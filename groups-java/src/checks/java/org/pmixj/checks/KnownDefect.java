// SPDX-License-Identifier: Apache-2.0
package org.pmixj.checks;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes the defects of libpmix and PRRTE that the library works around, by the names of {@link
 * org.pmixj.internal.base.Defect}. {@code DEFECTS.md} lists them. No program loads these texts.
 */
public enum KnownDefect {
    // --- data ----------------------------------------------------------------------------------------------------

    @Known(
            does = "The server distinguishes fences, connects and disconnects by their participants alone: a second"
                    + " fence of the same processes counts as the first, which then succeeds too early.",
            repairs = {"data.repair.FenceQueue", "data.repair.DueFences"})
    FENCES_ALIKE,
    @Known(
            does =
                    "The server goes on to count a fence that was in flight when its caller finalized: the first fence of"
                            + " the caller's next session is taken for that of another process, and succeeds too early.",
            repairs = "data.repair.LeftFences")
    FINALIZED_FENCE_COUNTS,
    @Known(
            does =
                    "The server answers a fence that has failed, also because a process has died, with success to all callers"
                            + " of a node but one.",
            seen = "OpenPMIx 5.0.7, PRRTE 3.0.8",
            gone = "7.0",
            repairs = "data.repair.FenceQueue")
    FAILED_FENCE_SUCCEEDS,
    @Known(
            does = "A fence with PMIX_COLLECT_DATA does not bring the values of other nodes to the processes: each get"
                    + " asks the node of the value, and two of one node at a time may never be answered.",
            seen = "OpenPMIx 5.0.7, PRRTE 3.0.8",
            gone = "7.0",
            repairs = "base.HostPowers",
            nodes = 3)
    COLLECTED_VALUES_MISSING,
    @Known(
            does = "libpmix sends a floating-point number as text with six digits after the point: another process"
                    + " receives 1e-9 as 0.",
            repairs = "codec.repair.TextNumbers")
    DOUBLES_ARE_TEXT,
    @Known(
            does = "A server shares the values that processes of other nodes have put, but leaves parts of some in its"
                    + " own memory: a process that gets a PROC_CPUSET, or an array of VALUE with strings, crashes.",
            repairs = "data.repair.PutCheck",
            nodes = 2)
    SHARED_VALUE_POINTERS,
    @Known(
            does = "libpmix sends a message of more than 32 MiB, and the server then drops the connection instead of"
                    + " returning an error.",
            repairs = {"data.repair.PutSizes", "codec.repair.LargeMessage"})
    LARGE_MESSAGE_DISCONNECTS,
    @Known(
            does = "A fence or construct of several nodes sends the values of all in one message; PRRTE drops the"
                    + " connection at more than 100 MiB (prte_max_msg_size), which ends the job.",
            repairs = "data.repair.PutSizes",
            nodes = 2)
    LARGE_FENCE_DISCONNECTS,
    @Known(
            does = "While a get of one key of a process waits for the server, libpmix sends no get of another key of"
                    + " that process: that one waits too, and fails as the first fails.",
            repairs = "data.repair.GetInTurn")
    GETS_SHARE_REQUEST,
    @Known(
            does = "A get from a namespace that does not exist is never answered, not even with PMIX_TIMEOUT.",
            repairs = "data.repair.GetOfExistingJob")
    GET_OF_UNKNOWN_NAMESPACE_HANGS,
    @Known(
            does = "PMIx_Get_nb does not free the value that it passes to its callback.",
            seen = "OpenPMIx 5.0.7, PRRTE 3.0.8; OpenPMIx 7.0.0rc1, PRRTE 5.0.0rc1",
            repairs = "ffi.repair.LeakedValue")
    GET_LEAKS_VALUE,
    @Known(
            does = "PMIx_Put fails for a single value of the types DATA_TYPE, COMMAND, INFO_DIRECTIVES, IOF_CHANNEL and"
                    + " NODE_PID, because libpmix cannot copy one.",
            repairs = "codec.repair.UncopiedValue")
    VALUES_NOT_COPIED,

    // --- events --------------------------------------------------------------------------------------------------

    @Known(
            does = "libpmix and the server deliver the events they have kept in reverse order.",
            repairs = "notice.repair.ReplayOrder")
    REPLAY_REVERSED,
    @Known(
            does = "libpmix keeps an event that it has delivered, and delivers it once more when another handler is"
                    + " registered.",
            repairs = "event.DeliveredEvents")
    REPLAY_REPEATED,
    @Known(
            does = "libpmix registers a handler that is to be before or after an unknown one, at no such place, if it"
                    + " is the first of its category; otherwise it refuses.",
            repairs = "event.repair.FilledCategory")
    UNKNOWN_PLACE_ACCEPTED,
    @Known(
            does = "libpmix and the server keep 512 events and drop newer ones, not older ones.",
            repairs = "model.repair.AskModelsAgain")
    NEW_EVENTS_DROPPED,
    @Known(
            does = "An event of PMIX_RANGE_NAMESPACE reaches processes of all namespaces.",
            repairs = "event.repair.NamespaceRange")
    NAMESPACE_RANGE_LEAKS,
    @Known(
            does = "PMIx_Notify_event accepts an event for a process that does not exist, and reports no error.",
            repairs = "notice.repair.EventReceivers")
    EVENT_FOR_NOBODY_ACCEPTED,
    @Known(does = "PRRTE does not print the message of PMIx_Abort.", repairs = "data.repair.AbortMessage")
    ABORT_MESSAGE_LOST,
    @Known(
            does = "The server does not set TCP_NODELAY: its second message to a process waits until the kernel there"
                    + " has acknowledged the first, 40 ms if the process sends nothing meanwhile.",
            repairs = "ffi.repair.QuickAcknowledgement")
    SERVER_AWAITS_ACKNOWLEDGEMENT,

    // --- groups --------------------------------------------------------------------------------------------------

    @Known(
            does = "Across nodes, a fence of a group still waits for a member that has died.",
            repairs = "group.repair.LibraryView",
            nodes = 3)
    DEAD_MEMBER_AWAITED,
    @Known(
            does = "The server counts a process that has died or ended as one that has called a construct, so that it"
                    + " succeeds with that process as a member.",
            repairs = "group.repair.CallersOfConstruct")
    DEAD_MEMBER_COUNTED,
    @Known(
            does = "Across nodes, a construct with PMIX_GROUP_FT_COLLECTIVE fails when a member dies, instead of"
                    + " completing with the others.",
            repairs = "group.repair.RetryWithoutDead",
            nodes = 3)
    FAULT_TOLERANCE_FAILS,
    @Known(
            does = "PRRTE does not report that a process has ended in good order, even if it is a member of a group.",
            seen = "OpenPMIx 5.0.7, PRRTE 3.0.8; OpenPMIx 7.0.0rc1, PRRTE 5.0.0rc1",
            repairs = {"group.repair.DeathWatch", "group.repair.ProcessTableCall", "group.repair.ReportedJobs"})
    ORDERLY_END_UNREPORTED,
    @Known(
            does =
                    "PRRTE reports a failed process only if the job was started with --runtime-options notifyerrors, and no key"
                            + " says whether it was.",
            repairs = "group.repair.LauncherSettings")
    FAILURE_UNREPORTED,
    @Known(
            does = "Across nodes, the constructs of two groups with one id at the same time are mixed up: members"
                    + " receive the membership of the other group, or wait for ever.",
            repairs = {"group.repair.IdCollisions", "group.repair.StalledConstruct"},
            nodes = 3)
    GROUP_IDS_COLLIDE,
    @Known(
            does = "The server distinguishes group operations by the id alone: a construct that it receives while"
                    + " others destruct a group of that id is taken for their destruct, without a membership.",
            repairs = "group.ConstructCall")
    GROUP_OPERATIONS_ALIKE,
    @Known(
            does = "libpmix ignores PMIX_GROUP_LOCAL_ONLY: local groups of two nodes with one id are mixed up.",
            repairs = "group.repair.GroupRepairs",
            nodes = 3)
    LOCAL_GROUPS_COLLIDE,
    @Known(
            does = "A construct with PMIX_GROUP_ADD_MEMBERS but without PMIX_GROUP_BOOTSTRAP does not wait for the"
                    + " added members, whose own call is never answered.",
            repairs = "group.Participants")
    ADDED_MEMBERS_NOT_AWAITED,
    @Known(
            does = "The server counts the construct of a process that names nobody, as one that is added, as a call of"
                    + " any group of that id: a group whose members do not add that process fails.",
            repairs = {"group.repair.AddedMembers", "group.repair.AddedConstruct"})
    UNADDED_CALLER_COUNTED,
    @Known(
            does = "libpmix accepts a namespace as the id of a group, and then takes fences of the namespace for fences"
                    + " of the group.",
            repairs = "group.GroupIds")
    NAMESPACE_AS_GROUP_ID,
    @Known(
            does = "Across nodes, a member whose construct has timed out because another has not called it may receive"
                    + " PMIX_GROUP_CONSTRUCT_ABORT instead of PMIX_ERR_TIMEOUT.",
            repairs = "group.repair.GroupRepairs",
            nodes = 3)
    TIMEOUT_REPORTED_AS_ABORT,
    @Known(
            does = "Across nodes, a destruct fails with PMIX_ERR_LOST_CONNECTION, or is not answered, if a member"
                    + " leaves meanwhile.",
            repairs = "group.repair.DestructWithoutDead",
            nodes = 3)
    LEAVER_TAKEN_FOR_LOST,
    @Known(
            does = "PMIX_GROUP_LEFT names a group by its id alone: libpmix applies a late one to the next group of that"
                    + " id.",
            repairs = {"group.repair.GroupRepairs", "group.repair.MembershipQuestion"},
            unshown = "it takes a departure that is delayed for longer than a destruct and a construct take")
    LATE_DEPARTURE_MISTAKEN,
    @Known(
            does =
                    "A construct that has failed because of a member, or a destruct during which one has departed, continues in"
                            + " the servers until its timeout, and another construct of that id is taken for it.",
            repairs = {"group.repair.RetryWithoutDead", "group.repair.SpentIds"},
            unshown = "how long it continues depends on which server hears of the failure first")
    FAILED_CONSTRUCT_CONTINUES,
    @Known(
            does = "PRRTE keeps 16 MiB of published values for a user, and drops the oldest without an error.",
            repairs = {"group.repair.GroupRepairs", "directory.repair.KeptRecords"})
    PUBLISHED_VALUES_DROPPED,
    @Known(
            does =
                    "PRRTE answers a lookup that waits for several values when the first is published, and once more with"
                            + " each further one: the later answers reach other calls of the process, which then fail.",
            seen = "OpenPMIx 5.0.7, PRRTE 3.0.8",
            gone = "7.0",
            repairs = "directory.LookupCall")
    WAITING_LOOKUP_ANSWERED_AGAIN,
    @Known(
            does =
                    "If a lookup is answered while the server sends the process another message, the answer may get lost, stay"
                            + " there until the next message, or end the connection.",
            seen = "OpenPMIx 5.0.7, PRRTE 3.0.8",
            gone = "7.0",
            repairs = {
                "directory.LookupCall",
                "directory.PublishCall",
                "directory.UnpublishCall",
                "directory.repair.LookupAgain",
                "directory.repair.OneAtATime"
            })
    LOOKUP_ANSWER_LOST,

    // --- the host ------------------------------------------------------------------------------------------------

    @Known(
            does = "PRRTE removes targets that do not exist from a request for job control, and takes an empty list for"
                    + " all processes: a kill of a rank that does not exist kills the caller.",
            repairs = "host.repair.CheckedJobControl")
    CONTROL_OF_NOBODY_IS_OF_ALL,
    @Known(
            does = "PRRTE sends a signal for one rank to all processes of its namespace.",
            repairs = "host.repair.SignalTargets")
    SIGNAL_REACHES_ALL,
    @Known(
            does = "Each connect or disconnect of processes on several nodes has PRRTE free memory that is not its own:"
                    + " after some of them prterun ends, and with it all jobs.",
            seen = "OpenPMIx 5.0.7, PRRTE 3.0.8",
            gone = "7.0",
            repairs = "connect.HostConnectCall",
            nodes = 3)
    CONNECT_CORRUPTS_HOST,
    @Known(
            does = "PRRTE reports that it cannot start a program, but its launcher then does not end any more.",
            repairs = "process.repair.LaunchCheck")
    FAILED_LAUNCH_HANGS,
    @Known(
            does = "PRRTE leaves the standard input of a spawned process open and sends nothing: a process that reads"
                    + " it does not end.",
            repairs = "process.repair.SpawnDirectives")
    SPAWNED_STDIN_STAYS_OPEN,
    @Known(
            does = "PRRTE ignores PMIX_HOST as an attribute of a spawned job, and reads it as one of a program alone.",
            repairs = "process.repair.SpawnDirectives",
            nodes = 2)
    JOB_HOSTS_IGNORED,
    @Known(
            does = "PRRTE does not report the end of some jobs that end while other jobs start.",
            repairs = "process.repair.LostEnd",
            unshown = "about one in ten times that five jobs of /bin/true start at once is one of their ends lost")
    JOB_END_LOST,
    @Known(
            does = "PRRTE gives as PMIX_APPLDR a rank within the application, 0, instead of one in the job.",
            repairs = "job.repair.LeaderCheck")
    LEADER_RANK_OF_APPLICATION,
    @Known(
            does = "PRRTE does not report to other jobs that a process has been killed.",
            repairs = "model.repair.EndedModels")
    FAILURE_UNREPORTED_TO_OTHER_JOBS;

    /** Returns the description of a defect. */
    public static Known of(String name) {
        try {
            return KnownDefect.class.getField(name).getAnnotation(Known.class);
        } catch (NoSuchFieldException e) {
            throw new IllegalArgumentException("KnownDefect does not describe " + name, e);
        }
    }

    /** Describes one. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.FIELD)
    public @interface Known {
        /** Returns one sentence, which says how libpmix or PRRTE fails. */
        String does();

        /** The versions it was seen with, that of OpenPMIx first. */
        String seen() default "OpenPMIx 7.0.0rc1, PRRTE 5.0.0rc1";

        /** The first version of OpenPMIx without it, such as {@code 7.0}; empty if there is none. */
        String gone() default "";

        /** The address of the upstream issue; empty if there is none. */
        String issue() default "";

        /** The classes that work around it, named within {@code org.pmixj.internal}. */
        String[] repairs();

        /** The number of nodes its canary needs. */
        int nodes() default 1;

        /** Why there is no canary; empty if there is one. */
        String unshown() default "";
    }
}
