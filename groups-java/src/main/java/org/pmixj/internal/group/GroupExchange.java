// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.Members;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Procedure;

/** Exchanges values among the members of one group, and splits it. */
public interface GroupExchange {
    <T> Procedure<Map<ProcId, T>> exchange(String operation, ValueType<T> type, T value, Duration timeout);

    /** Splits the group, and returns a result of the new group, which a process without a colour does not have. */
    <R> Procedure<R> split(long colour, int key, Duration timeout, Function<Optional<Group>, R> result);

    /** Adds processes to the group, which ends for that. */
    Procedure<Group> extend(List<ProcId> added, Duration timeout);

    /** Throws if processes are being added, since the group may have ended for members that call an operation later. */
    default void refuseDuringExtension(String operation) {}

    /**
     * Returns the number after that of the last exchange for which this process has sent a value; 0 if the values
     * outlive the members that leave.
     */
    default long sentUpTo() {
        return 0;
    }

    /**
     * Returns the information for the others about {@link #sentUpTo}. With it they distinguish a value that was withdrawn
     * from one that was never sent.
     */
    default Info sent() {
        return InfoAccess.number(WireKeys.GROUP_EXCHANGES, sentUpTo());
    }

    /** Notes {@link #sentUpTo} of a member that left. Called before the member is removed. */
    default void memberLeft(ProcId proc, long upTo) {}

    /**
     * Returns whether exchanges of this process are under way. The group does not end for all before they have ended.
     */
    default boolean areUnderWay() {
        return false;
    }

    /** Waits until no exchange of this process is under way, or until a time, or until the thread is interrupted. */
    default void awaitEnd(long deadline) {}

    /** Notes a value that this process has published to construct the group, for which others may wait so long. */
    default void published(Key<?> key, long nanos) {}

    /** Called when libpmix has forgotten the group. */
    void ended();

    interface Board {
        /** Returns what exchanges values among the members of a group. Nothing is sent now. */
        GroupExchange of(GroupImpl group);

        /**
         * Withdraws what this process has published for an earlier group of an id, before another one is constructed.
         */
        void withdrawEarlier(String id);

        /** Notes that this process has read what all members have published for a construct. */
        default void noteRead(Members members, String construct) {}

        /**
         * Returns the constructs that were noted since the last call, so that the next one of the members reports them. If
         * it fails, the values stay until the group has ended for a while.
         */
        default List<String> takeRead(Members members) {
            return List.of();
        }

        /**
         * Notes that a member has read values of this process. Those that all others have read are withdrawn, many in one
         * call.
         */
        default void memberHasRead(ProcId member, List<String> names) {}
    }
}
