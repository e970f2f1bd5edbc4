// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.group.Group;

/** Exchanges values among the members of one group, and splits it. */
public interface GroupExchange {
    <T> Map<ProcId, T> exchange(ValueType<T> type, T value, Duration timeout);

    <T> CompletableFuture<Map<ProcId, T>> exchangeAsync(ValueType<T> type, T value, Duration timeout);

    Optional<Group> split(int colour, int key, Duration timeout);

    CompletableFuture<Optional<Group>> splitAsync(int colour, int key, Duration timeout);

    /** Called when libpmix has forgotten the group. */
    void ended();

    /** The exchanges of one session. */
    interface Board {
        GroupExchange of(GroupImpl group);

        /** Called before a group is constructed under an id that another group may have had. */
        void isNew(String id);
    }
}
