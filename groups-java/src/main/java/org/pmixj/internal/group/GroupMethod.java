// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.StatusCall;

/**
 * Constructs and ends groups, as a host can: {@link ByHost} where it has groups, and otherwise ({@code group.fence})
 * by what the members publish, or by their fences. {@link org.pmixj.Rooms} decides which.
 */
public interface GroupMethod extends Collective.Method, GroupRepair {
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

    /** Called when this process has left a group of which others are still members. */
    default void left(String id, List<ProcId> others) {}

    /**
     * Returns the earliest time, as {@link System#nanoTime}, at which a group of the id may be constructed.
     *
     * @param isCollective whether all members construct the group; false if it is constructed by invitation
     */
    default long notBefore(String id, boolean isCollective) {
        return Long.MIN_VALUE / 2;
    }

    /** Returns how many bytes each of so many members may exchange, or keep for others. */
    default long mostExchanged(int members) {
        return Long.MAX_VALUE;
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

    /** Returns whether a destruct ends when all members have called it for this group, and not for another of theirs. */
    default boolean distinguishesDestructs() {
        return true;
    }

    /** Throws {@code NotSupported} for what only a host with groups can do. */
    default void requireHost(String what) {}
}
