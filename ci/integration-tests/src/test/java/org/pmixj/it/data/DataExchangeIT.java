// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.pmixj.it.support.Await.LIMIT;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.pmixj.Attributes;
import org.pmixj.FenceRequest;
import org.pmixj.GetOptions;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.collectives.Collectives;
import org.pmixj.collectives.Reductions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Smoke;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;

/** put, commit, fence and get between ranks of one node and of several. */
class DataExchangeIT {
    private static final Key<String> PARITY = Key.of("it.parity", ValueType.STRING);
    private static final Key<String> TEXT = Key.of("it.exchange.text", ValueType.STRING);

    /** Values at the boundaries of every type; each rank's strings and bytes are its own. */
    private static Map<Key<?>, Object> values(int rank) {
        Map<Key<?>, Object> values = new LinkedHashMap<>();
        values.put(Key.of("it.bool.t", ValueType.BOOL), true);
        values.put(Key.of("it.bool.f", ValueType.BOOL), false);
        values.put(Key.of("it.string", ValueType.STRING), "rank " + rank + " ü€😀");
        values.put(Key.of("it.string.empty", ValueType.STRING), "");
        values.put(Key.of("it.int8", ValueType.INT8), Byte.MIN_VALUE);
        values.put(Key.of("it.int16", ValueType.INT16), Short.MIN_VALUE);
        values.put(Key.of("it.int32", ValueType.INT32), Integer.MIN_VALUE);
        values.put(Key.of("it.int", ValueType.INT), -1);
        values.put(Key.of("it.pid", ValueType.PID), Integer.MAX_VALUE);
        values.put(Key.of("it.int64", ValueType.INT64), Long.MIN_VALUE);
        values.put(Key.of("it.byte", ValueType.BYTE), 255);
        values.put(Key.of("it.uint8", ValueType.UINT8), 255);
        values.put(Key.of("it.uint16", ValueType.UINT16), 65535);
        values.put(Key.of("it.uint32", ValueType.UINT32), 4294967295L);
        values.put(Key.of("it.uint", ValueType.UINT), 4294967295L);
        values.put(Key.of("it.size", ValueType.SIZE), Long.MAX_VALUE);
        values.put(
                Key.of("it.uint64", ValueType.UINT64_BIG),
                BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE));
        values.put(Key.of("it.float", ValueType.FLOAT), -Float.MAX_VALUE);
        values.put(Key.of("it.double", ValueType.DOUBLE), -Double.MAX_VALUE);
        values.put(Key.of("it.bytes", ValueType.BYTES), new byte[] {0, (byte) rank, -128, 127, 0});
        values.put(Key.of("it.bytes.empty", ValueType.BYTES), new byte[0]);
        values.put(Key.of("it.bytes.large", ValueType.BYTES), new byte[1 << 20]);
        return values;
    }

    @SuppressWarnings("unchecked")
    private static void exchange(Pmix pmix) {
        values(pmix.self().rank()).forEach((key, value) -> pmix.put(Scope.GLOBAL, (Key<Object>) key, value));
        pmix.commit();
        pmix.fence();
        for (ProcId proc : pmix.job().members()) {
            values(proc.rank()).forEach((key, value) -> {
                assertThat((Object) pmix.get(proc, key))
                        .as("%s of %s", key, proc)
                        .isEqualTo(value);
                assertThat((Object) pmix.getAsync(proc, key).join())
                        .as("%s of %s, asynchronously", key, proc)
                        .isEqualTo(value);
            });
        }
    }

    @Smoke
    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void everyTypeIsExchanged(Pmix pmix) {
        exchange(pmix);
    }

    @PmixTest(ranks = 4, nodes = 2)
    void someOfTheJob(Pmix pmix) throws InterruptedException {
        getWithoutAFenceWaitsForTheCommit(pmix);
        aFenceOverSomeOfTheJob(pmix);
    }

    @PmixTest(ranks = 2)
    void valuesOnOneNode(Pmix pmix) {
        aCommitWithoutWaiting(pmix);
        whatIsNotThereIsBounded(pmix);
        aValueOfAnotherTypeIsAnException(pmix);
        fencesThatCannotSucceedEnd(pmix);
        badValuesAreRefused(pmix);
        aThousandGetsInFlight(pmix);
    }

    @Smoke
    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void floatingPointNumbersArriveExactly(Pmix pmix) {
        int rank = pmix.self().rank();
        int size = pmix.job().size();
        double[] numbers = {1e-9, Math.PI, -1e-300, Double.MIN_VALUE, 0.1, 0.5, -0.0, 1e300, Double.NaN, 1L << 40};
        Key<Double> one = Key.of("it.numbers.one", ValueType.DOUBLE);
        Key<Float> small = Key.of("it.numbers.small", ValueType.FLOAT);
        Key<List<Double>> many = Key.of("it.numbers.many", ValueType.listOf(ValueType.DOUBLE));
        Key<List<Float>> floats = Key.of("it.numbers.floats", ValueType.listOf(ValueType.FLOAT));
        Key<Attributes> nested = Key.of("it.numbers.nested", ValueType.ATTRIBUTES);
        Key<Double> rounded = Key.of("it.numbers.rounded", ValueType.ROUNDED_DOUBLE);
        pmix.put(Scope.GLOBAL, one, Math.PI * (rank + 1));
        pmix.put(Scope.GLOBAL, small, 1f / (rank + 3));
        pmix.put(Scope.GLOBAL, many, Arrays.stream(numbers).boxed().toList());
        pmix.put(Scope.GLOBAL, floats, List.of(1f / 3, 1e-30f, 2f));
        pmix.put(Scope.GLOBAL, nested, Attributes.of(one, 1e-9));
        pmix.put(Scope.GLOBAL, rounded, Math.PI);
        pmix.commit();
        pmix.fence();
        for (ProcId member : pmix.job().members()) {
            assertThat(pmix.get(member, one)).isEqualTo(Math.PI * (member.rank() + 1));
            assertThat(pmix.get(member, small)).isEqualTo(1f / (member.rank() + 3));
            assertThat(pmix.get(member, many))
                    .containsExactlyElementsOf(Arrays.stream(numbers).boxed().toList());
            assertThat(pmix.get(member, floats)).containsExactly(1f / 3, 1e-30f, 2f);
            assertThat(pmix.get(member, nested).get(one)).contains(1e-9);
            assertThat(pmix.get(member, rounded)).isEqualTo(3.141593);
        }
        Group group = pmix.groups()
                .construct(GroupRequest.named("it-numbers")
                        .members(pmix.job().members())
                        .build());
        assertThat(group.exchange(ValueType.DOUBLE, 1e-9 * rank).values())
                .containsExactlyElementsOf(
                        IntStream.range(0, size).mapToObj(i -> 1e-9 * i).toList());
        assertThat(group.exchange(ValueType.ROUNDED_DOUBLE, 1e-9).values()).containsOnly(0.0);
        assertThat(Collectives.of(group).allReduce(ValueType.DOUBLE, 1.0 / 3, Reductions.max()))
                .isEqualTo(1.0 / 3);
        assertThat(Collectives.of(group).allReduce(ValueType.FLOAT, 0.25f, Reductions.sum()))
                .isEqualTo(0.25f * size);
        group.destruct();
    }

    private static void getWithoutAFenceWaitsForTheCommit(Pmix pmix) throws InterruptedException {
        ProcId neighbour = pmix.job().member((pmix.self().rank() + 1) % 4);
        Key<String> later = Key.of("it.exchange.later", ValueType.STRING);
        CompletableFuture<String> value = pmix.getAsync(neighbour, later);
        UnderWay.awaitCall(pmix, "get of " + later.name());
        assertThat(value).isNotDone();
        // Nobody puts before everybody has looked.
        pmix.fence();
        pmix.put(Scope.GLOBAL, later, "from " + pmix.self().rank());
        pmix.commit();
        assertThat(value).succeedsWithin(LIMIT).isEqualTo("from " + neighbour.rank());
        pmix.fence();
    }

    private static void whatIsNotThereIsBounded(Pmix pmix) {
        if (pmix.self().rank() == 0) {
            Key<String> missing = Key.of("it.missing", ValueType.STRING);
            ProcId other = pmix.job().member(1);
            long begin = System.nanoTime();
            assertThatExceptionOfType(PmixException.Timeout.class)
                    .isThrownBy(
                            () -> pmix.get(other, missing, GetOptions.defaults().withTimeout(Duration.ofMillis(300))))
                    .withMessageContaining("it.missing");
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(() -> pmix.getAsync(
                                    other, missing, GetOptions.defaults().withTimeout(Duration.ofMillis(300)))
                            .join())
                    .withCauseInstanceOf(PmixException.Timeout.class);
            // Both have waited.
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(500));
        }
        pmix.fence();
    }

    private static void aValueOfAnotherTypeIsAnException(Pmix pmix) {
        pmix.put(Scope.GLOBAL, TEXT, "text");
        pmix.commit();
        pmix.fence();
        Key<Integer> wrong = Key.of(TEXT.name(), ValueType.INT32);
        for (ProcId proc : pmix.job().members()) {
            assertThatExceptionOfType(PmixException.class)
                    .isThrownBy(() -> pmix.get(proc, wrong))
                    .withMessageContaining("STRING, not INT32");
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(() -> pmix.getAsync(proc, wrong).join())
                    .withMessageContaining("STRING, not INT32");
        }
        pmix.fence();
    }

    private static void aFenceOverSomeOfTheJob(Pmix pmix) {
        FenceRequest parity = FenceRequest.of(Jobs.sameParity(pmix));
        pmix.put(Scope.GLOBAL, PARITY, "parity " + pmix.self().rank() % 2);
        pmix.commit();
        pmix.fence(parity);
        for (ProcId proc : parity.members()) {
            assertThat(pmix.get(proc, PARITY)).isEqualTo("parity " + pmix.self().rank() % 2);
        }
        pmix.fence(FenceRequest.ofJob().withoutData());
    }

    private static void fencesThatCannotSucceedEnd(Pmix pmix) {
        if (pmix.self().rank() == 0) {
            ProcId other = pmix.job().member(1);
            assertThatExceptionOfType(PmixException.NotAMember.class)
                    .isThrownBy(() -> pmix.fence(FenceRequest.of(other)));
            assertThatExceptionOfType(PmixException.Timeout.class)
                    .isThrownBy(
                            () -> pmix.fence(FenceRequest.of(pmix.self(), other).withTimeout(Duration.ofSeconds(1))));
            assertThatExceptionOfType(PmixException.NotFound.class)
                    .isThrownBy(() -> pmix.fence(FenceRequest.of(
                            List.of(pmix.self(), new ProcId(pmix.self().nspace(), 77)))));
        }
        pmix.fence();
    }

    private static void aThousandGetsInFlight(Pmix pmix) {
        for (int i = 0; i < 1000; i++) {
            pmix.put(Scope.GLOBAL, Key.of("it.many." + i, ValueType.INT32), i);
        }
        ProcId other = pmix.job().member(1 - pmix.self().rank());
        List<CompletableFuture<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            futures.add(pmix.getAsync(other, Key.of("it.many." + i, ValueType.INT32)));
        }
        pmix.commit();
        pmix.fence();
        for (int i = 0; i < 1000; i++) {
            assertThat(futures.get(i)).succeedsWithin(LIMIT).isEqualTo(i);
        }
        pmix.fence();
    }

    private static void badValuesAreRefused(Pmix pmix) {
        assertThatIllegalArgumentException().isThrownBy(() -> pmix.put(Scope.GLOBAL, TEXT, "a\0b"));
        assertThatIllegalArgumentException().isThrownBy(() -> pmix.put(Scope.GLOBAL, TEXT, "half \uD83D"));
        assertThatExceptionOfType(PmixException.BadParameter.class)
                .isThrownBy(() -> pmix.put(Scope.GLOBAL, Key.standard("pmix.it.none", ValueType.INT32), 1))
                .withMessageContaining("libpmix puts no keys of the Standard");
        List<ProcId> mixed = List.of(pmix.self(), ProcId.all(pmix.job().nspace()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FenceRequest.of(mixed))
                .withMessageContaining("give one of them");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.put(Scope.GLOBAL, Key.of("it.u8", ValueType.UINT8), 256));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> pmix.get(pmix.self(), TEXT, GetOptions.defaults().withTimeout(Duration.ZERO)));
    }

    private static void aCommitWithoutWaiting(Pmix pmix) {
        ProcId other = pmix.job().member(1 - pmix.self().rank());
        Key<String> committed = Key.of("it.exchange.committed", ValueType.STRING);
        pmix.put(Scope.GLOBAL, committed, "by " + pmix.self().rank());
        assertThat(pmix.commitAsync().thenCompose(done -> pmix.getAsync(other, committed)))
                .succeedsWithin(LIMIT)
                .isEqualTo("by " + other.rank());
        pmix.fence();
    }
}
