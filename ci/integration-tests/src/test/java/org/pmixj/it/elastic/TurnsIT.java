// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ValueType;
import org.pmixj.directory.Lookup;
import org.pmixj.directory.LookupRequest;
import org.pmixj.elastic.Elastic;
import org.pmixj.elastic.NodeRequest;
import org.pmixj.elastic.internal.HostView;
import org.pmixj.elastic.internal.Ledger;
import org.pmixj.elastic.internal.Pending;
import org.pmixj.elastic.internal.Turns;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.it.support.Await;
import org.pmixj.junit.PmixTest;

/** A change of the DVM's size that fails in its own process does not end the changes of others. */
class TurnsIT {
    private static void stop(long deadline) {
        if (System.nanoTime() > deadline) {
            throw new IllegalStateException("the change before has not ended");
        }
    }

    @PmixTest(ranks = 1)
    void whateverFailsIsAttemptedAgain(Pmix pmix) throws InterruptedException {
        Queue<Supplier<RuntimeException>> failures = new ArrayDeque<>(List.of(
                () -> new IllegalStateException("not the end of the session"),
                () -> {
                    throw new StackOverflowError("in a step");
                },
                () -> new IllegalArgumentException("in a step")));
        CountDownLatch recorded = new CountDownLatch(1);
        new Pending(pmix).record("a test", () -> {
            Supplier<RuntimeException> failure = failures.poll();
            if (failure != null) {
                throw failure.get();
            }
            recorded.countDown();
            return true;
        });
        assertThat(recorded.await(Await.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @PmixTest(ranks = 1)
    void theTurnOfAChangeThatEndsByAnErrorPassesOn(Pmix pmix) {
        Pending pending = new Pending(pmix);
        long deadline = System.nanoTime() + Await.LIMIT.toNanos();
        Turns first = new Turns(pending, "the first", () -> {});
        assertThat(first.await()).isEqualTo(Ledger.EMPTY);
        Turns second = new Turns(pending, "the second", () -> {
            throw new StackOverflowError("in a test");
        });
        assertThatThrownBy(second::await).isInstanceOf(StackOverflowError.class);
        Turns third = new Turns(pending, "the third", () -> stop(deadline));
        first.end(Ledger.EMPTY);
        assertThat(third.await()).isEqualTo(Ledger.EMPTY);
        third.end(Ledger.EMPTY);
    }

    /** The host keeps 16 MiB of a user, and drops what was looked up longest ago. */
    @PmixTest(ranks = 1)
    void theLedgerOutlivesMuchPublishedData(Pmix pmix) throws InterruptedException {
        Pending pending = new Pending(pmix);
        Ledger ledger = new Ledger("", Map.of("node1", "it-turns.1"));
        Turns first = new Turns(pending, "a change", () -> {});
        first.await();
        first.end(ledger);
        List<Key<?>> keys = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            Key<byte[]> key = Key.of("it.turns." + i, ValueType.BYTES);
            pmix.directory().publish(key, new byte[1 << 20]);
            // Of what was looked up within one second PRRTE drops the oldest.
            Thread.sleep(150);
            keys.add(key);
        }
        assertThat(new HostView(pmix).latest()).isEqualTo(ledger);
        Turns next = new Turns(pending, "another change", () -> {});
        assertThat(next.await()).isEqualTo(ledger);
        int number = number(next);
        assertThat(number).isEqualTo(number(first) + 1);
        next.end(Ledger.EMPTY);
        pmix.directory().unpublish(keys.toArray(Key<?>[]::new));

        ValueType<List<String>> names = ValueType.listOf(ValueType.STRING);
        Key<List<String>> last = Key.of(WireKeys.ELASTIC_LAST.getFirst(), names);
        Key<List<String>> other = Key.of(WireKeys.ELASTIC_LAST.getLast(), names);
        Key<List<String>> end = Key.of(WireKeys.ELASTIC_TURNS + number + ".end", names);
        Lookup kept = pmix.directory().lookup(LookupRequest.of(last, other, end));
        assertThat(kept.isComplete()).isTrue();
        pmix.directory().unpublish(last, other, end);
        assertThatExceptionOfType(PmixException.NotFound.class)
                .isThrownBy(() -> new Turns(pending, "a change without records", () -> {}).await())
                .withMessageContaining("the size change " + number + " of this DVM is gone");
        assertThatExceptionOfType(PmixException.NotFound.class).isThrownBy(() -> new HostView(pmix).latest());
        pmix.directory().publish(end, kept.get(end));
        pmix.directory().publish(last, kept.get(last));
        pmix.directory().publish(other, kept.get(other));
        assertThat(new HostView(pmix).latest()).isEqualTo(Ledger.EMPTY);
    }

    private static int number(Turns turns) {
        return Integer.parseInt(turns.name().substring(turns.name().lastIndexOf('-') + 1));
    }

    /** The host has never seen the request, so it can change the size of the DVM as before. */
    @Tag("slow")
    @PmixTest(ranks = 1)
    void afterARequestThatIsTooLargeAnotherOneFollows(Pmix pmix) {
        NodeRequest large = NodeRequest.of(IntStream.range(0, NodeRequest.MOST_NODES)
                        .mapToObj(i -> "n".repeat(4000) + i)
                        .toList())
                .withUncheckedHosts();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Elastic.of(pmix).grow(large))
                .withMessageContaining("allocation request");
        assertThatExceptionOfType(PmixException.NotSupported.class)
                .isThrownBy(() -> Elastic.of(pmix).grow(NodeRequest.of("node1").withUncheckedHosts()))
                .withMessageContaining("prte_elastic_mode");
    }
}
