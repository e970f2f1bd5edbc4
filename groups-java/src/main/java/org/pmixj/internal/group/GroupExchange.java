// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.internal.call.Procedure;

/** Exchanges values among the members of one group, and splits it. */
public interface GroupExchange {
    /** Returns an exchange, called for an operation that messages and recordings name. */
    static <T> Procedure<Map<ProcId, T>> of(
            GroupImpl group, String operation, ValueType<T> type, T value, CollectiveOptions options) {
        group.begin(operation, Objects.requireNonNull(options, "options"));
        return group.exchanges.exchange(operation, type, value, group.timeout(options));
    }

    /** Exchanges values for an operation. A group that is none of this library has an exchange, too. */
    static <T> Map<ProcId, T> run(
            Group group, String operation, ValueType<T> type, T value, CollectiveOptions options) {
        return group instanceof GroupImpl known
                ? of(known, operation, type, value, options).run()
                : group.with(options).exchange(type, value);
    }

    /** Does the same as {@link #run} without waiting. */
    static <T> CompletableFuture<Map<ProcId, T>> submit(
            Group group, String operation, ValueType<T> type, T value, CollectiveOptions options) {
        return group instanceof GroupImpl known
                ? of(known, operation, type, value, options).submit()
                : group.with(options).exchangeAsync(type, value);
    }

    <T> Procedure<Map<ProcId, T>> exchange(String operation, ValueType<T> type, T value, Duration timeout);

    Procedure<Optional<Group>> split(int colour, int key, Duration timeout);

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

    /** Called when libpmix has forgotten the group. */
    void ended();

    interface Board {
        GroupExchange of(GroupImpl group);

        /** Called before a group is constructed under an id that another group may have had. */
        void idReserved(String id);
    }
}
