// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.notice.ReceivedEvent;

/**
 * Constructs and ends groups, as a host can: {@link ByHost} where it has groups, and otherwise ({@code group.fence})
 * by what the members publish, or by their fences. {@link org.pmixj.Rooms} decides which.
 */
public interface GroupMethod extends Collective.Method, Reservation.Turns {
    /** A moment that has long passed, to which any time can be added. */
    long AT_ONCE = Long.MIN_VALUE / 2;

    /** Returns the call of a construct. The caller holds the lock of the construction's {@link Roster}. */
    NativeCall<?> construct(Construction construction, int departures, Duration timeout);

    /**
     * Returns the call by which this process leaves a group of which libpmix knows nothing, or null.
     *
     * @param ended whether the group has ended for all
     */
    default @Nullable StatusCall leave(GroupImpl group, boolean ended) {
        return null;
    }

    /** Called when this process has left a group. Others may still be members. */
    default void left(String id, List<ProcId> others) {}

    /** Runs when the session ends, after this process has left all groups. May wait a moment. */
    default void beforeEnd() {}

    @Override
    default long notBefore(String id, boolean isCollective) {
        return AT_ONCE;
    }

    /**
     * Returns how many groups of an id and members the members have constructed by fences. A member that has not got
     * one of them, because its construct failed here, counts it too.
     */
    default int constructs(String id, Members members) {
        return 0;
    }

    /** Returns {@link org.pmixj.internal.call.AddressBook#startsFencesInTurn}. */
    default boolean startsFencesInTurn() {
        return false;
    }

    /** Returns the context id of a group that this process leads without a call of the host; null to ask the host. */
    default @Nullable Long contextId(ProcId self) {
        return null;
    }

    /**
     * Returns whether a destruct ends when all members have called it for this group, and not for another of theirs.
     */
    default boolean distinguishesDestructs() {
        return true;
    }

    /** Called when a construct has failed for its caller, after the last attempt. */
    default void failed(Construction construction) {}

    /** Has processes meet that do not know each other, before they construct a group; may block. */
    interface Meeting extends AutoCloseable {
        /** Waits for all, and returns them. */
        Participants all();

        /** Returns the time that is left for the construct. */
        Duration left();

        /** Ends the meeting, when the group is constructed or has failed. */
        @Override
        void close();
    }

    /** Returns how the participants of a construct meet; null if they know each other, or the host needs no meeting. */
    default @Nullable Meeting meeting(Handle handle, String id, Participants participants, Duration timeout) {
        return null;
    }

    /** Throws {@code NotSupported} for what only a host with groups can do. */
    default void requireHost(String what) {}

    // --- what defects of libpmix and PRRTE require: group.repair, or nothing --------------------------------------

    /**
     * Returns the id under which libpmix constructs a group of processes of one node, and checks the members. This
     * repairs {@code LOCAL_GROUPS_COLLIDE}.
     */
    default String localId(Handle handle, String id) {
        return id;
    }

    /**
     * Called after an id was reserved. Throws if another group of the id is constructed at the same time. This
     * repairs {@code GROUP_IDS_COLLIDE} and {@code FAILURE_UNREPORTED}.
     *
     * @param survives whether the group goes on without failed members
     */
    default void reserved(String id, boolean survives) {}

    /**
     * Returns whether a construct under a name has to show which members have called it; libpmix does not know
     * that. This repairs {@code DEAD_MEMBER_COUNTED}.
     */
    default boolean mustShowCallers(Construction construction, String name) {
        return false;
    }

    /**
     * Returns whether members ended before they called a construct, although libpmix has constructed the group with
     * them. They are removed from the construction. Waits for answers of the host if a member has not shown that it
     * called. This repairs {@code DEAD_MEMBER_COUNTED}.
     */
    default boolean haveEndedWithoutCall(Construction construction, ConstructCall.Unchecked group) {
        return false;
    }

    /**
     * Removes the group of one attempt from libpmix, under the name of that attempt. All its members do so. This
     * repairs {@code FAILED_CONSTRUCT_CONTINUES}.
     */
    default void forget(Handle handle, String name) {}

    /**
     * Called before libpmix is asked for a construct. This repairs {@code GROUP_IDS_COLLIDE}, {@code
     * FAILED_CONSTRUCT_CONTINUES} and {@code UNADDED_CALLER_COUNTED}.
     */
    default void starts(ConstructCall call) {}

    /**
     * Called when libpmix has answered a construct, or has not accepted it. This repairs {@code GROUP_IDS_COLLIDE}
     * and {@code UNADDED_CALLER_COUNTED}.
     */
    default void ended(ConstructCall call) {}

    /**
     * Throws if libpmix has answered a construct with a status that says something else than what happened. This
     * repairs {@code TIMEOUT_REPORTED_AS_ABORT} and {@code FAILED_CONSTRUCT_CONTINUES}.
     */
    default void checkAnswer(ConstructCall call, int status) {}

    /**
     * Called when libpmix answered a construct with the members of another group of the same id. This repairs
     * {@code GROUP_IDS_COLLIDE}.
     */
    default void collided(Handle handle, String id, Members ours, List<ProcId> theirs) {}

    /**
     * Keeps an id from libpmix: a construct has failed because of a member, and libpmix, of this process or of
     * others, may continue it until its timeout. It would take another construct of the same id for this one. Each
     * construct under another name renews that: a member that learned of it late has given libpmix the id. This
     * repairs {@code FAILED_CONSTRUCT_CONTINUES}.
     */
    default void spend(String id, long nanos) {}

    /**
     * Keeps an id from libpmix, here and in the other processes of this job: libpmix of this process has not
     * answered an operation of some members, and may continue it. Returns whether it is kept: then nobody need wait
     * for the answer. This repairs {@code FAILED_CONSTRUCT_CONTINUES}.
     */
    default boolean spend(Handle handle, String id, Members members, long nanos) {
        return false;
    }

    /**
     * Called when a group has been constructed, of which libpmix may take a process that has ended for a member.
     * This repairs {@code ORDERLY_END_UNREPORTED}.
     */
    default void activated(GroupImpl group) {}

    /** Called when an operation starts that waits for all members. This repairs {@code ORDERLY_END_UNREPORTED}. */
    default void collectiveStarts() {}

    /**
     * Asks the host whether processes have ended, and waits for the answer. This repairs {@code
     * ORDERLY_END_UNREPORTED}.
     *
     * @param failures whether only processes that have failed count, not those that have ended in good order
     * @param left the time that the operation has left: this does not wait longer. If it is 0, this returns at once
     */
    default void askAndWait(Handle handle, Members procs, boolean failures, Duration left) {}

    /**
     * Called when another process than the host reports the end of one: the host is asked soon about the job, if
     * members of groups are of it. On any thread; returns at once. This repairs {@code ORDERLY_END_UNREPORTED}.
     */
    default void reported(String nspace) {}

    /**
     * Called when a member has left. Returns whether that may concern an earlier group of the id, once. This repairs
     * {@code LATE_DEPARTURE_MISTAKEN}.
     *
     * @param instance the group, as {@link GroupImpl#instance}, or 0
     */
    default boolean isOfEarlier(String id, ProcId member, long instance) {
        return false;
    }

    /**
     * Returns how many groups are remembered that this process has left. This repairs {@code
     * LATE_DEPARTURE_MISTAKEN}.
     */
    default int countLeft() {
        return 0;
    }

    /**
     * Asks a member whether it is in a group, and removes it from the group if it is not. This repairs {@code
     * LATE_DEPARTURE_MISTAKEN}.
     */
    default void askMember(GroupImpl group, ProcId member) {}

    /** Handles an event of the repairs. Returns false if the event is none of theirs. */
    default boolean arrived(ReceivedEvent event) {
        return false;
    }

    /**
     * Returns how many bytes each of so many members may exchange, or keep for others. This repairs {@code
     * PUBLISHED_VALUES_DROPPED}.
     */
    default long mostExchanged(int members) {
        return Long.MAX_VALUE;
    }
}
