// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.exchange;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.internal.call.Procedure;
import org.pmixj.internal.data.FencePlace;
import org.pmixj.internal.group.GroupExchange;
import org.pmixj.internal.group.GroupIds;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupsImpl;

/** Splits a group. The members exchange colour, key, and an unused number, from which all derive the same ids. */
final class SplitProcedure<R> extends Procedure<R> {
    private static final ValueType<List<Long>> CHOICE = ValueType.listOf(ValueType.INT64);

    /** A member of the same colour, and its key. */
    private record Chosen(ProcId proc, long key) {}

    private final GroupImpl group;
    private final GroupExchange exchanges;
    private final long colour;
    private final int key;
    private final Function<Optional<Group>, R> result;
    private @Nullable Procedure<Map<ProcId, List<Long>>> exchange;
    /** Where a construct is a fence: the place for it. */
    private @Nullable FencePlace place;
    /** The new group. */
    private @Nullable GroupImpl made;

    SplitProcedure(
            GroupImpl group,
            GroupExchange exchanges,
            long colour,
            int key,
            Duration timeout,
            Function<Optional<Group>, R> result) {
        super(group.handle, "split of group '" + group.id() + "'", timeout);
        this.group = group;
        this.exchanges = exchanges;
        this.colour = colour;
        this.key = key;
        this.result = result;
    }

    @Override
    public List<ProcId> participants() {
        return group.members();
    }

    @Override
    protected void takePlace() {
        List<Long> own = List.of(colour, (long) key, GroupIds.of(handle.session).nextSplit());
        exchange = exchanges.exchange("split", CHOICE, own, left());
        exchange.ensurePlace();
        place = FencePlace.ofConstruct(handle, what, group.members(), left());
    }

    @Override
    protected void leavePlace() {
        FencePlace.giveBack(place);
    }

    @Override
    protected R call() {
        GroupIds ids = GroupIds.of(handle.session);
        Map<ProcId, List<Long>> choices = Objects.requireNonNull(exchange).run();
        long number = 0;
        List<Chosen> chosen = new ArrayList<>();
        for (Map.Entry<ProcId, List<Long>> entry : choices.entrySet()) {
            List<Long> choice = entry.getValue();
            if (choice.size() != 3) {
                throw ExchangeChecks.otherOperation(what, entry.getKey());
            }
            number = Math.max(number, choice.get(2));
            // A member that departed since is missing for all only when the construct finds it.
            if (choice.get(0) == colour) {
                chosen.add(new Chosen(entry.getKey(), choice.get(1)));
            }
        }
        ids.split(number);
        if (colour < 0) {
            return result.apply(Optional.empty());
        }
        // Stable: those of one key stay in the order of their ranks.
        chosen.sort(Comparator.comparingLong(Chosen::key));
        List<ProcId> members = chosen.stream().map(Chosen::proc).toList();
        String id = GroupIds.derived(group.id(), "/" + number + "." + colour, 0);
        GroupRequest request = group.requestLike(id, members, left());
        made = GroupsImpl.construct(handle, request, group.traits, null, place);
        return result.apply(Optional.of(made));
    }

    @Override
    protected void late(R unwanted) {
        // The caller has given up: the others must not count on this process.
        if (made != null) {
            made.abandon();
        }
    }
}
