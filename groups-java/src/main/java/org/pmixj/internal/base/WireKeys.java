// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.util.List;

/**
 * Names every key that travels between processes that use this library. A process that uses libpmix alone sends none of
 * them. They start with {@code pmixj.} or {@code org.pmixj.}, so that nobody takes them for keys of the Standard.
 */
public final class WireKeys {
    private static final String PREFIX = "pmixj.";

    /** Applications and C programs can name these, too: a key of theirs must not start with {@code pmix}. */
    private static final String OPEN_PREFIX = "org.pmixj.";

    /**
     * The version of what these keys mean. It is increased with each changed or new message. {@code
     * -Dpmixj.wire.version} sets another one for tests.
     */
    public static final int VERSION = Integer.getInteger("pmixj.wire.version", 18);

    /**
     * The {@link #VERSION} of the sender, in each event with keys of this class but that of a leave: a process of any
     * version removes a member that left.
     */
    public static final String SENDER_VERSION = "pmixj.version";

    /** Says nothing but the version of the sender. */
    public static final String HELLO = "pmixj.hello";

    /** The number of a kept event among those of its sender. */
    public static final String EVENT_SEQUENCE = "pmixj.event.sequence";
    /**
     * The number of an event that is not kept, for the recording of the receiver. Only a sender that records sends it.
     */
    public static final String EVENT_TRACED = "pmixj.event.traced";

    /**
     * Notifies a process's own libpmix of the members of a group, or that one departed; the value numbers the notices.
     */
    public static final String GROUP_NOTICE = "pmixj.group.notice";
    /** The sender no longer waits for libpmix to end the group. */
    public static final String GROUP_STUCK = "pmixj.group.stuck";
    /** libpmix may still have an id, which is the value. Also the id in such an event. */
    public static final String GROUP_SPENT = "pmixj.group.spent";
    /** For how many more nanoseconds. */
    public static final String GROUP_SPENT_FOR = "pmixj.group.spent.for";
    /** A process has ended, of which the host may not have notified the receiver. */
    public static final String GROUP_DEAD = "pmixj.group.dead";
    /**
     * The group has ended for all, and the departure that is reported is no departure. Also the id in such an event.
     */
    public static final String GROUP_ENDED = "pmixj.group.ended";
    /** The sender has revoked the group; the value is a hash of the members that it had at first, and of its instance. */
    public static final String GROUP_REVOKED = "pmixj.group.revoked";
    /** The number after that of the last exchange for which the process that leaves has sent a value, if any. */
    public static final String GROUP_EXCHANGES = "pmixj.group.exchanges";
    /** Distinguishes the group that the process leaves from others of its id; 0 if that is not known. */
    public static final String GROUP_INSTANCE = "pmixj.group.instance";
    /**
     * The sender has called a construct that goes on without members that end, or a further attempt; it travels with
     * the construct itself.
     */
    public static final String GROUP_CALLED = "pmixj.group.called";
    /** Two groups of one id were constructed at the same time; the value holds the members of both. */
    public static final String GROUP_COLLISION = "pmixj.group.collision";
    /** Asks whether a construct is complete that the sender waits for; the value numbers the construct. */
    public static final String GROUP_PENDING = "pmixj.group.pending";
    /** Answers that the construct is complete; the value holds the members, and {@link #GROUP_PENDING} the number. */
    public static final String GROUP_COMPLETE = "pmixj.group.complete";
    /** Asks whether the receiver is a member of a group; the value numbers the question. */
    public static final String GROUP_IS_MEMBER = "pmixj.group.ismember";
    /** Answers that the sender is a member; the value is the number of the question. */
    public static final String GROUP_MEMBER = "pmixj.group.member";
    /** Answers that the sender is no member; the value is the number of the question. */
    public static final String GROUP_NO_MEMBER = "pmixj.group.nomember";

    /**
     * The sender adds the receiver to a group that it constructs; the value is how many more seconds it waits, 0 if it
     * does not wait any more.
     */
    public static final String GROUP_ADDS = "pmixj.group.adds";
    /** The id of the group to which the sender adds the receiver. */
    public static final String GROUP_ADDS_TO = "pmixj.group.to";
    /** When the sender sent {@link #GROUP_ADDS}, in nanoseconds of its own clock: notices may overtake each other. */
    public static final String GROUP_ADDS_AT = "pmixj.group.at";

    /** In each message about who has called a collective: its name, which all participants know. */
    public static final String ROLL = "pmixj.roll";
    /** The number of a question; also in its answer. */
    public static final String ROLL_NUMBER = "pmixj.roll.number";
    /** How many nanoseconds the sender has waited for the collective, in a question or a request to ask. */
    public static final String ROLL_WAITED = "pmixj.roll.waited";
    /**
     * The answer: 0 if the sender has not called, 1 if it has, 2 if it had given up before the other one called; and 4
     * more if it waits for the result.
     */
    public static final String ROLL_STATE = "pmixj.roll.state";
    /** Requests the receiver to ask the others on behalf of all who send this; the value holds the participants. */
    public static final String ROLL_PROCS = "pmixj.roll.procs";
    /** Beside it, for how many nanoseconds the sender waits for the answer. */
    public static final String ROLL_LEFT = "pmixj.roll.left";
    /** The answer to such a request: those who have not called. */
    public static final String ROLL_MISSING = "pmixj.roll.missing";
    /** Beside it, those who did not answer. */
    public static final String ROLL_SILENT = "pmixj.roll.silent";
    /** Beside it, those who had given it up before. */
    public static final String ROLL_GAVE_UP = "pmixj.roll.gaveup";

    /** How often a group was extended, in the information that its members contribute. */
    public static final String GROUP_EPOCH = "org.pmixj.group.epoch";

    /** The sender declares that it leads a construct. */
    public static final String GROUP_LEADS = "pmixj.group.leads";

    /** The number of an invitation among those of the process that sent it first. */
    public static final String INVITE = "pmixj.invite";

    public static final String INVITE_ORIGIN = "pmixj.invite.origin";
    public static final String INVITE_PROCS = "pmixj.invite.procs";
    public static final String INVITE_TRAITS = "pmixj.invite.traits";
    /** The timeout of the invitation, in nanoseconds. */
    public static final String INVITE_BOUND = "pmixj.invite.bound";

    public static final String INVITE_FAILED = "pmixj.invite.failed";
    public static final String INVITE_CHOICE = "pmixj.invite.choice";
    /** The choice was sent to the receiver before, which perhaps did not take part yet. */
    public static final String INVITE_AGAIN = "pmixj.invite.again";

    public static final String INVITE_NOBODY = "pmixj.invite.nobody";
    /** The information that processes give to the members. Inside, this key names whose attributes follow. */
    public static final String INVITE_INFO = "pmixj.invite.info";

    /** No process puts a value of this name. */
    public static final String NO_VALUE = "pmixj.none";

    /** The namespaces of connections start with this. */
    public static final String CONNECTION = "pmixj.connect/";

    public static final String CONNECT_ID = "pmixj.connect.id";
    public static final String CONNECT_DIRECTIVES = "pmixj.connect.directives";
    /** How many nanoseconds the sender waits from now on. */
    public static final String CONNECT_WAITS = "pmixj.connect.waits";
    /** Asks to be notified of each process that connects or disconnects. */
    public static final String CONNECT_EACH = "pmixj.connect.each";
    /** Asks the sender of a request to connect, which may be old, to repeat it if it still waits. */
    public static final String CONNECT_ASKED = "pmixj.connect.asked";
    /** Marks a request that is repeated for one receiver. */
    public static final String CONNECT_AGAIN = "pmixj.connect.again";

    /** The directives of a connect that must be equal, in the information of its group. */
    public static final String CONNECT_AGREED = "org.pmixj.connect.directives";

    /** The names of published values of exchanges start with this. Names of data must not start with {@code pmix}. */
    public static final String EXCHANGE = "org.pmixj.exchange." + VERSION + ".";
    /** Follows the name of a member's value: the values of the members from this one on. */
    public static final String EXCHANGE_BLOCK = ".block";

    /** The names of values that members put to construct a group by a fence start with this. */
    public static final String GROUP_SHARE = "org.pmixj.group." + VERSION + ".";
    /** The names of values by which members find each other start with this. */
    public static final String GROUP_MEETING = "org.pmixj.meet." + VERSION + ".";
    /** A hash of the members in the order in which a process named them. */
    public static final String GROUP_ORDER = "org.pmixj.group.order";
    /** The number for the context id, if one is wanted; only the first of the sorted members sends it. */
    public static final String GROUP_CONTEXT = "org.pmixj.group.number";
    /**
     * Twice the number of fences that the sender has called for exactly these members; plus one if it gave up the last.
     */
    public static final String GROUP_FENCES = "org.pmixj.group.fences";
    /** The constructs for which the sender has read what all members had published. */
    public static final String GROUP_READ = "org.pmixj.group.read";
    /** The sender wants a context id. */
    public static final String GROUP_WANTS_CONTEXT = "org.pmixj.group.wants";

    /** The name of the reach of a model; events of this library and of its tool for OpenMP have it. */
    public static final String MODEL_REACH = "org.pmixj.model.reach";
    /** Marks the event of a phase that was left; the value is true. */
    public static final String MODEL_LEFT = "org.pmixj.model.left";
    /** The CPUs a model may run on, as a list; empty if they are unknown. */
    public static final String MODEL_CPU_SET = "org.pmixj.model.cpuset";
    /** Marks the end of a session. */
    public static final String MODEL_ENDED = "org.pmixj.model.ended";
    /** Marks the request to report again what was declared to {@link #MODEL_REACH}. */
    public static final String MODEL_ASKED = "org.pmixj.model.asked";
    /** The number of a declaration that is reported again, in place of that of its event. */
    public static final String MODEL_AGAIN = "org.pmixj.model.again";

    /**
     * The names of the records of size changes start with this, which {@code pmixj-elastic} publishes. It has no
     * version: all processes of a DVM must see them.
     */
    public static final String ELASTIC_TURNS = "org.pmixj.elastic.";

    /**
     * Under either name, the number of a change that has ended, and the names of the records that must not be dropped.
     * The larger number counts. The other record is overwritten next, so that there always is one.
     */
    public static final List<String> ELASTIC_LAST = List.of(ELASTIC_TURNS + "last.a", ELASTIC_TURNS + "last.b");

    private WireKeys() {}

    public static boolean isOne(String key) {
        return key.startsWith(PREFIX) || key.startsWith(OPEN_PREFIX);
    }

    /** Returns whether other libraries send and read this key, too. */
    public static boolean isPublic(String key) {
        return key.equals(MODEL_LEFT) || key.equals(MODEL_REACH);
    }
}
