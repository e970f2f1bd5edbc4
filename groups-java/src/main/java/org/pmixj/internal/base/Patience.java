// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

/**
 * Holds how long this library waits where no caller says it: the timeout of an operation is its caller's, and bounds
 * all that is done for it. In nanoseconds. The compiler copies these numbers, so that a running program does not load
 * this class.
 */
public final class Patience {
    public static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;

    /** The longest timeout of a message; no sum of it and another time overflows. */
    public static final long LONGEST = Long.MAX_VALUE / 4;

    /** No operation of this library takes longer: how long an id is kept from libpmix that may still have it. */
    public static final long LONGEST_OPERATION = 3600 * SECOND;

    // --- what most parts wait for ------------------------------------------------------------------------------------

    /**
     * For an answer of the server or of another process. It may not come: from libpmix without this library, none does.
     */
    public static final long ANSWER = 10 * SECOND;

    /** For this process's own libpmix, or for a host that has all it needs. */
    public static final long OWN_LIBRARY = 5 * SECOND;

    /** For what is under way: an answer after the timeout, since libpmix counts whole seconds, or an event. */
    public static final long GRACE = SECOND;

    /** A step of a longer wait; after it, what is waited for is looked at again. libpmix counts whole seconds. */
    public static final long SLICE = SECOND;

    /** The last part of the timeout of a collective, in which it asks who has not called it. */
    public static final long LAST_PART = 2 * SECOND;

    /** How late a message of another process may be: what it is about is remembered for so long. */
    public static final long LATE_MESSAGE = 60 * SECOND;

    // --- the end of a session ----------------------------------------------------------------------------------------

    /** libpmix itself waits 10 s for a server that does not answer. */
    public static final long FINALIZE = 15 * SECOND;

    /** For each event that a session sends at its end. */
    public static final long FAREWELL = 2 * SECOND;

    /** For the application to close its handles after the server was lost, and then for its shutdown hooks. */
    public static final long CLOSE_AFTER_LOSS = 10 * SECOND;

    /** For a shutdown hook of the application to close the handle. */
    public static final long OTHER_HOOKS = 500 * MILLI;

    // --- departures --------------------------------------------------------------------------------------------------

    /** For the first event that reports a departure, which the failure of a call has shown. */
    public static final long FIRST_EVENT = 2 * SECOND;

    /** For the event of another departure, and for the answer to a destruct after a leave. */
    public static final long NEXT_EVENT = 300 * MILLI;

    /** Between two questions to the host who has ended. */
    public static final long WATCH_INTERVAL = 500 * MILLI;

    /** For the host's answer to such a question. */
    public static final long WATCH_ANSWER = 5 * SECOND;

    /** For the values of a member, before the host is asked whether it has ended. */
    public static final long MEMBER_VALUES = 5 * SECOND;

    /** Members that do not know yet that this process has left send it messages, and read its values, for so long. */
    public static final long LEAVER_NOTICED = 250 * MILLI;

    // --- constructs --------------------------------------------------------------------------------------------------

    /** How long a construct waits until it asks the other members whether it can end. */
    public static final long STALLED = SECOND;

    /** So much later for each member: while many start, their questions would keep the machine and the server busy. */
    public static final long STALLED_PER_MEMBER = 250 * MILLI;

    /** The latest first question. */
    public static final long STALLED_MOST = 33 * SECOND;

    /** Those that detect a collision of ids report it for so long, since some that are notified have yet to start. */
    public static final long COLLISION = 10 * SECOND;

    /** Between two reports of a collision. */
    public static final long COLLISION_STEP = 250 * MILLI;

    /** Members that know of a spent id at the same time notify the others one after the other, unless one has. */
    public static final long NOTICE_STEP = 2 * MILLI;

    /** The longest pause between two notices to an added process: servers keep few events for one that is late. */
    public static final long ADDED_PAUSE = 8 * SECOND;

    /** The longest timeout of a construct that adds processes, in seconds. */
    public static final long ADDED_DAY = 86_400;

    // --- exchanges, invitations --------------------------------------------------------------------------------------

    /** The longest time for which values of an exchange are kept for others. */
    public static final long EXCHANGE_KEPT = 600 * SECOND;

    /** Until it is first checked whether invited processes have ended: by then most have answered. */
    public static final long INVITED_FIRST_CHECK = 500 * MILLI;

    /** Between two such checks. */
    public static final long INVITED_CHECK = 4 * SECOND;

    /** How long a leader may exceed its timeout until it counts as failed. */
    public static final long LEADER_SILENT = 2500 * MILLI;

    /** For the choices of all after a leader has failed. A participant without this library sends none. */
    public static final long CHOICES = 3 * SECOND;

    /** For the participant that announces the result of the choices. */
    public static final long CHOICE_RESULT = 2 * SECOND;

    // --- values, models, jobs ----------------------------------------------------------------------------------------

    /** Between two looks at what may change: a value that is not there, or whether a construct must still wait. */
    public static final long NEXT_GET = 10 * MILLI;

    /** The shortest pause before a lookup is repeated, if the host does not wait for values; the next is the longest. */
    public static final long NEXT_LOOKUP = MILLI / 10;

    public static final long NEXT_LOOKUP_MOST = 50 * MILLI;

    /** For waiting gets to go first. */
    public static final long GET_YIELD = 5 * MILLI;

    /** Processes that ask for models within this time are answered together. */
    public static final long MODELS_COLLECTED = 100 * MILLI;

    /**
     * The first pause between two questions whether a spawned job has ended. Each is twice as long as the one before.
     */
    public static final long END_PAUSE = 2 * SECOND;

    public static final long LONGEST_END_PAUSE = 60 * SECOND;

    // --- who is missing ----------------------------------------------------------------------------------------------

    /** How long a result is kept for those that report later. After it, more of them may have called. */
    public static final long ROLL_KEPT = SECOND;

    /** The longest time for the answers to one question. */
    public static final long ROLL_MOST = 3 * SECOND;

    private Patience() {}
}
