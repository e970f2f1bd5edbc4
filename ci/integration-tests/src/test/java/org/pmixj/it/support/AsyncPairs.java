// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.pmixj.GetOptions;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.collectives.Collectives;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;

/**
 * Calls each pair of asynchronous operations of a group without waiting in between, in the same order in all members, and
 * checks what they return.
 */
public final class AsyncPairs {
    private enum Operation {
        EXCHANGE,
        REDUCE,
        SPLIT,
        SPLIT_ALONE,
        CONSTRUCT,
        FENCE,
        /** A group of the same members that collects what they have put. */
        COLLECT
    }

    /** An operation that was called: checks its result, and returns the group that it has constructed, or null. */
    private interface Called extends Callable<Group> {}

    private final Pmix pmix;
    private final String name;
    private final Group group;
    private final int me;
    private int calls;

    private AsyncPairs(Pmix pmix, String name) {
        this.pmix = pmix;
        this.name = name;
        this.group = pmix.groups().construct(Jobs.all(pmix, name).build());
        this.me = group.rank();
    }

    /** Calls the pairs in a group of all processes of the job. */
    public static void check(Pmix pmix, String name) throws Exception {
        AsyncPairs pairs = new AsyncPairs(pmix, name);
        for (Operation first : Operation.values()) {
            for (Operation second : Operation.values()) {
                pairs.pair(first, second);
            }
        }
        pairs.many();
        pairs.end();
    }

    private void pair(Operation first, Operation second) throws Exception {
        String pair = first + " then " + second;
        use(pair, List.of(call(first, pair), call(second, pair)));
    }

    /** Splits with other operations in between: each has the number that is its own. */
    private void many() throws Exception {
        List<Called> called = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            called.add(call(Operation.SPLIT, "many"));
            called.add(call(Operation.EXCHANGE, "many"));
            called.add(call(Operation.FENCE, "many"));
        }
        use("many", called);
    }

    /** Waits for operations, and checks that all members have the same groups, which are different ones. */
    private void use(String what, List<Called> called) throws Exception {
        List<Group> groups = new ArrayList<>();
        for (Called one : called) {
            Group made = one.call();
            if (made != null) {
                groups.add(made);
            }
        }
        List<String> ids = groups.stream().map(Group::id).toList();
        assertThat(ids).as(what).doesNotHaveDuplicates();
        for (Group made : groups) {
            Map<ProcId, String> same = made.exchange(ValueType.STRING, made.id());
            assertThat(same.keySet()).as(what).containsExactlyElementsOf(made.members());
            assertThat(same.values()).as(what).containsOnly(made.id());
            made.destruct();
        }
    }

    private Called call(Operation operation, String pair) throws Exception {
        int number = ++calls * 100;
        String what = pair + ": " + operation;
        switch (operation) {
            case EXCHANGE -> {
                CompletableFuture<Map<ProcId, Integer>> values = group.exchangeAsync(ValueType.INT32, number + me);
                return () -> {
                    assertThat(Await.result(values)).as(what).isEqualTo(values(number));
                    return null;
                };
            }
            case REDUCE -> {
                CompletableFuture<Integer> sum =
                        Collectives.of(group).allReduceAsync(ValueType.INT32, number + me, Integer::sum);
                int expected = values(number).values().stream()
                        .mapToInt(Integer::intValue)
                        .sum();
                return () -> {
                    assertThat(Await.result(sum)).as(what).isEqualTo(expected);
                    return null;
                };
            }
            case SPLIT -> {
                var split = group.splitAsync(0, -me);
                return () -> {
                    Group all = Await.result(split).orElseThrow();
                    assertThat(all.members()).as(what).isEqualTo(group.members().reversed());
                    return all;
                };
            }
            case SPLIT_ALONE -> {
                var split = group.splitAsync(me, 0);
                return () -> {
                    Group alone = Await.result(split).orElseThrow();
                    assertThat(alone.members()).as(what).containsExactly(pmix.self());
                    return alone;
                };
            }
            case CONSTRUCT -> {
                CompletableFuture<Group> copy = pmix.groups()
                        .constructAsync(GroupRequest.named(name + "-copy-" + number)
                                .members(group.members())
                                .build());
                return () -> Await.result(copy);
            }
            case FENCE -> {
                Key<Integer> key = put(number);
                CompletableFuture<Void> fence = group.fenceAsync();
                return () -> {
                    Await.result(fence);
                    assertArePut(what, key, number);
                    return null;
                };
            }
            case COLLECT -> {
                Key<Integer> key = put(number);
                CompletableFuture<Group> collecting = pmix.groups()
                        .constructAsync(Jobs.all(pmix, name + "-data-" + number)
                                .collectData()
                                .build());
                return () -> {
                    Group made = Await.result(collecting);
                    assertArePut(what, key, number);
                    return made;
                };
            }
        }
        throw new AssertionError(operation);
    }

    private Map<ProcId, Integer> values(int number) {
        Map<ProcId, Integer> values = new LinkedHashMap<>();
        for (ProcId member : group.members()) {
            values.put(member, number + group.members().indexOf(member));
        }
        return values;
    }

    /** Puts a value that all have when each has called the next fence. */
    private Key<Integer> put(int number) {
        Key<Integer> key = Key.of("it." + name + "." + number, ValueType.INT32);
        pmix.put(Scope.GLOBAL, key, number + me);
        pmix.commit();
        return key;
    }

    private void assertArePut(String what, Key<Integer> key, int number) {
        GetOptions here = GetOptions.defaults().immediate();
        values(number)
                .forEach((member, value) -> assertThat(pmix.get(member, key, here))
                        .as(what + " of " + member)
                        .isEqualTo(value));
    }

    /** A destruct waits for what was called before. */
    private void end() throws Exception {
        Called split = call(Operation.SPLIT, "end");
        Called exchange = call(Operation.EXCHANGE, "end");
        CompletableFuture<Void> end = group.destructAsync();
        use("end", List.of(split, exchange));
        Await.result(end);
        assertThat(group.state()).isNotEqualTo(Group.State.ACTIVE);
    }
}
