// SPDX-License-Identifier: Apache-2.0
package org.pmixj.checks;

import java.util.List;
import java.util.Locale;

/**
 * Names the defects of libpmix and PRRTE that the library avoids: its plain path does not use what they break, so that
 * there is nothing to switch off, as there is for those that it repairs. Each has a canary as those have, or a reason.
 */
public enum AvoidedDefect {
    DEREGISTERED_HANDLER_USED(
            "libpmix uses a handler after it has freed it, if the handler is deregistered while an event is with it.",
            "No handler is deregistered: those in Java come and go behind one that stays.",
            List.of("notice.NativeRegistration", "event.NativeSlot"),
            "only a memory checker shows it; without one, libpmix mostly goes on"),
    RESULTS_ARE_FLAT(
            "libpmix passes the results of handlers on in one flat array, with the code of the event in the place of"
                    + " what a handler has returned.",
            "The results of handlers in Java are kept in Java, and those in C are returned as they come.",
            List.of("event.EventInChain", "event.EventCompletion"),
            ""),
    MODEL_RESOURCES_DROPPED(
            "libpmix reports of a model that is declared to PMIx_Init its name, library, version and threading model,"
                    + " and drops what it uses.",
            "It follows in an event of PMIX_MODEL_RESOURCES.",
            List.of("model.ModelNotices"),
            ""),
    ANSWERS_CREDITED_TO_ALL(
            "libpmix counts the answer to an invitation for all groups to which the leader has invited the process.",
            "Invitations and their answers are events of this library.",
            List.of("group.invite.InviteMessage", "group.invite.InviteLeader"),
            ""),
    LEADER_IGNORED(
            "libpmix ignores PMIX_GROUP_LEADER: it notifies no leader of a member that fails, and selects none.",
            "The leader decides by events of this library.",
            List.of("group.invite.LedConstruct"),
            ""),
    FINAL_ORDER_IGNORED(
            "libpmix ignores PMIX_GROUP_FINAL_MEMBERSHIP_ORDER.",
            "Each process puts the members in order, and notifies its own libpmix.",
            List.of("group.Participants"),
            ""),
    DESTRUCT_OF_DEAD_SUCCEEDS(
            "On one node, a destruct in which a member dies while all others wait succeeds, or times out.",
            "The members of a connection construct another group to end it; for a group it is a limit.",
            List.of("connect.DisconnectProcedure"),
            ""),
    EXIT_CODE_UNSENT(
            "libpmix sends a PROC_INFO without its exit code: another process receives 0.",
            "Exit codes are those of events.",
            List.of("group.ProcessEnds"),
            ""),
    PSET_NAMES_NULL(
            "PRRTE answers the query PMIX_QUERY_PSET_NAMES with a string that is NULL if there are no sets.",
            "The library does not ask for it. The answer to a program has no value; PMIX_QUERY_NUM_PSETS is 0.",
            List.of("host.QueriesImpl"),
            ""),
    REUSED_ID_IGNORED(
            "PRRTE ignores the operation of a group on a node that has not learned yet that the last group of that id has"
                    + " ended, in which none of its processes took part: the operation times out for all.",
            "It is a limit; ids of Groups.uniqueId, and of splits, are not used again.",
            List.of("group.GroupIds"),
            "",
            3),
    ROUND_OF_ID_FORGOTTEN(
            "Each daemon of PRRTE counts the uses of an id, and forgets them after 64 constructs and destructs of other ids"
                    + " since the first one. If that happens between the calls of two nodes, their daemons count"
                    + " differently, and the construct times out.",
            "It is a limit; ids of Groups.uniqueId, and of splits, are not used again.",
            List.of("group.GroupIds"),
            "",
            2),
    ROUND_OF_FENCE_FORGOTTEN(
            "Each daemon of PRRTE counts the fences of the same participants, and forgets them after 64 fences of other"
                    + " participants since the first one. If that happens between the calls of two nodes, the fence times"
                    + " out.",
            "It is a limit.",
            List.of("data.FenceCall"),
            "",
            2),
    FIRST_TIMEOUT_ENDS_FENCE(
            "PRRTE ends a fence for all when the timeout of the process that called it first is over, also for those that"
                    + " called it with a longer one.",
            "A process whose own timeout is not over calls the fence once more.",
            List.of("data.FenceCall"),
            "",
            3),
    GETS_OF_OTHERS_SHARE_REQUEST(
            "The server of a node has one request at a time for the values of a process of another node. A get of a key"
                    + " that is not put yet holds up each other get of that process from this node, by any process.",
            "The library waits for no key that another process may put later.",
            List.of("group.fence.PublishedConstruct"),
            "",
            2),
    PUBLISH_TIMEOUT_STORED(
            "PRRTE 3.0.8 stores the timeout of a publish as a value of its own. It stays when the value is withdrawn, and each"
                    + " lookup compares its keys with all that stay.",
            "A publish has no timeout at the host.",
            List.of("directory.PublishCall"),
            "",
            1,
            "7.0"),
    REMOTE_EXIT_COUNTED_AGAIN(
            "PRRTE 3.0.8 counts a process of another node that exits with a status other than 0 three times: a recoverable"
                    + " job of three processes ends with the first such exit.",
            "It is a limit; one that is killed by a signal is counted once.",
            List.of("group.ProcessEnds"),
            "",
            3,
            "7.0"),
    SESSION_END_FAILS_FENCE(
            "The server takes a process that finalizes for one that is lost: a fence that others have called before ends"
                    + " without it, although it calls that fence in its next session.",
            "It is a limit: processes meet by another means before they fence in a further session.",
            List.of("data.FenceCall"),
            "",
            1,
            "7.0"),
    FINALIZED_PROCESS_UNCOUNTED(
            "The server often takes a process that has finalized for one that has died, and no longer counts it among the"
                    + " processes of its node: a fence in its next session does not end if it is alone there.",
            "It is a limit: a process keeps one session open.",
            List.of("data.FenceCall"),
            "",
            3,
            "7.0");

    private final String does;
    private final String instead;
    private final List<String> classes;
    private final String unshown;
    private final int nodes;
    private final String gone;

    AvoidedDefect(String does, String instead, List<String> classes, String unshown) {
        this(does, instead, classes, unshown, 1);
    }

    AvoidedDefect(String does, String instead, List<String> classes, String unshown, int nodes) {
        this(does, instead, classes, unshown, nodes, "");
    }

    AvoidedDefect(String does, String instead, List<String> classes, String unshown, int nodes, String gone) {
        this.does = does;
        this.instead = instead;
        this.classes = classes;
        this.unshown = unshown;
        this.nodes = nodes;
        this.gone = gone;
    }

    /** Returns the name as its canary has it. */
    public String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns what libpmix or PRRTE does, in one sentence. */
    public String does() {
        return does;
    }

    /** Returns what the library does instead. */
    public String instead() {
        return instead;
    }

    /** Returns the classes that avoid it, named within {@code org.pmixj.internal}. */
    public List<String> classes() {
        return classes;
    }

    /** Returns why there is no canary; empty if there is one. */
    public String unshown() {
        return unshown;
    }

    /** Returns how many nodes the canary needs. */
    public int nodes() {
        return nodes;
    }

    /** Returns the first version of OpenPMIx without it, if only 5.0 has it; empty if newer ones have it. */
    public String gone() {
        return gone;
    }
}
