// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.pmixj.it.support.Await.LIMIT;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.pmixj.Key;
import org.pmixj.Persistence;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Range;
import org.pmixj.ValueType;
import org.pmixj.directory.Directory;
import org.pmixj.directory.Lookup;
import org.pmixj.directory.LookupRequest;
import org.pmixj.directory.PublishRequest;
import org.pmixj.directory.UnpublishRequest;
import org.pmixj.it.support.Smoke;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** publish, lookup and unpublish inside a job; between jobs see SpawnIT. */
class DirectoryIT {
    private static final Key<String> A = text("a");
    private static final Key<String> B = text("b");
    private static final Key<String> C = text("c");

    private static Key<String> text(String name) {
        return Key.of("it.directory." + name, ValueType.STRING);
    }

    private static Key<String> of(int rank) {
        return text("rank." + rank);
    }

    @Smoke
    @PmixTest(ranks = 4, nodes = 3)
    void oneDirectoryForAll(Pmix pmix, RankContext context) throws InterruptedException {
        exchange(pmix);
        waiting(pmix);
        if (context.nodes() == 3) {
            aRangeIsWhoSeesIt(pmix);
        }
    }

    @PmixTest(ranks = 2)
    void entriesOfADirectory(Pmix pmix) throws Exception {
        aKeyIsPublishedOnceInARange(pmix);
        takeAllBack(pmix);
        aPartIsToldAsAPart(pmix);
        takeAllBack(pmix);
        if (pmix.self().rank() == 0) {
            waitingIsBounded(pmix);
        }
        takeAllBack(pmix);
        usersAndGroupsMayBeNamed(pmix);
        aFirstReadIsTheLast(pmix);
        foreignRecordsHinderNobody(pmix);
        takeAllBack(pmix);
        unpublish(pmix);
        if (pmix.self().rank() == 0) {
            hundredsInFlight(pmix);
        }
        aClosedHandleHasNone();
        pmix.fence();
    }

    private static void takeAllBack(Pmix pmix) {
        pmix.fence();
        pmix.directory().unpublish(UnpublishRequest.everything());
        pmix.fence();
    }

    // --- what is published is found ------------------------------------------------------------------------------

    private static void exchange(Pmix pmix) {
        Directory directory = pmix.directory();
        ProcId self = pmix.self();
        Key<List<Integer>> numbers = Key.of("it.numbers." + self.rank(), ValueType.listOf(ValueType.INT32));
        Key<BigInteger> big = Key.of("it.big." + self.rank(), ValueType.UINT64_BIG);
        BigInteger all = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
        directory.publish(of(self.rank()), "from " + self.rank() + " ü€😀");
        directory
                .publishAsync(PublishRequest.builder()
                        .value(numbers, List.of(-1, self.rank()))
                        .value(big, all)
                        .build())
                .join();
        pmix.fence();
        for (ProcId proc : pmix.job().members()) {
            assertThat(directory.lookup(of(proc.rank()))).isEqualTo("from " + proc.rank() + " ü€😀");
            Key<List<Integer>> theirs = Key.of("it.numbers." + proc.rank(), ValueType.listOf(ValueType.INT32));
            Key<BigInteger> number = Key.of("it.big." + proc.rank(), ValueType.UINT64_BIG);
            Lookup found =
                    directory.lookupAsync(LookupRequest.of(number, theirs)).join();
            assertThat(found.isComplete()).isTrue();
            assertThat(found.get(theirs)).containsExactly(-1, proc.rank());
            assertThat(found.get(number)).isEqualTo(all);
            assertThat(found.publisher(theirs)).isEqualTo(proc);
            assertThat(found.entries()).hasSize(2);
        }
        pmix.fence();
        directory.unpublish(of(self.rank()));
        directory.unpublishAsync(UnpublishRequest.of(numbers, big)).join();
        pmix.fence();
        for (ProcId proc : pmix.job().members()) {
            assertThatExceptionOfType(PmixException.NotFound.class)
                    .isThrownBy(() -> directory.lookup(of(proc.rank())))
                    .withMessageContaining("it.directory.rank." + proc.rank());
        }
        pmix.fence();
    }

    private static void aKeyIsPublishedOnceInARange(Pmix pmix) {
        Directory directory = pmix.directory();
        if (pmix.self().rank() == 0) {
            directory.publish(A, "first");
        }
        pmix.fence();
        if (pmix.self().rank() == 1) {
            assertThatExceptionOfType(PmixException.Exists.class)
                    .isThrownBy(() -> directory.publish(A, "second"))
                    .withMessageContaining("PMIX_ERR_DUPLICATE_KEY")
                    .withMessageContaining(A.name());
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(() -> directory
                            .publishAsync(
                                    PublishRequest.builder().value(A, "second").build())
                            .join())
                    .withCauseInstanceOf(PmixException.Exists.class);
            // All or nothing.
            assertThatExceptionOfType(PmixException.Exists.class)
                    .isThrownBy(() -> directory.publish(PublishRequest.builder()
                            .value(B, "b")
                            .value(A, "second")
                            .build()));
            assertThatExceptionOfType(PmixException.NotFound.class).isThrownBy(() -> directory.lookup(B));
            assertThat(directory.lookup(A)).isEqualTo("first");
            directory.publish(PublishRequest.builder()
                    .value(A, "third")
                    .range(Range.NAMESPACE)
                    .build());
            assertThat(directory
                            .lookup(LookupRequest.of(A).withRange(Range.NAMESPACE))
                            .entries())
                    .hasSize(1);
        }
        pmix.fence();
    }

    private static void aPartIsToldAsAPart(Pmix pmix) {
        Directory directory = pmix.directory();
        if (pmix.self().rank() == 1) {
            directory.publish(A, "there");
        }
        pmix.fence();
        Lookup found = directory.lookup(LookupRequest.of(B, A, C));
        assertThat(found.isComplete()).isFalse();
        assertThat(found.missing()).containsExactly(B, C);
        assertThat(found.get(A)).isEqualTo("there");
        assertThat(found.publisher(A)).isEqualTo(pmix.job().member(1));
        assertThat(found.find(B)).isEmpty();
        assertThat(found.find(A)).contains("there");
        assertThatExceptionOfType(PmixException.NotFound.class).isThrownBy(() -> found.get(B));
        assertThatExceptionOfType(PmixException.NotFound.class).isThrownBy(() -> found.publisher(C));
        assertThatExceptionOfType(PmixException.NotFound.class)
                .isThrownBy(() -> directory.lookup(LookupRequest.of(B, C)));
        Key<Integer> wrong = Key.of(A.name(), ValueType.INT32);
        assertThatExceptionOfType(PmixException.class)
                .isThrownBy(() -> directory.lookup(wrong))
                .withMessageContaining("STRING, not INT32");
        pmix.fence();
    }

    // --- waiting -------------------------------------------------------------------------------------------------

    private static void waiting(Pmix pmix) throws InterruptedException {
        Directory directory = pmix.directory();
        if (pmix.self().rank() == 0) {
            CompletableFuture<Lookup> both =
                    directory.lookupAsync(LookupRequest.of(A, B).waitForAll());
            CompletableFuture<Lookup> one =
                    directory.lookupAsync(LookupRequest.of(A, B).waitFor(1));
            UnderWay.awaitCall(pmix, "lookup of");
            assertThat(both).isNotDone();
            assertThat(one).isNotDone();
            pmix.fence();
            assertThat(one).succeedsWithin(LIMIT);
            assertThat(one.join().find(A)).contains("a");
            assertThat(one.join().missing()).containsExactly(B);
            assertThat(both).isNotDone();
            pmix.fence();
            assertThat(both).succeedsWithin(LIMIT);
            assertThat(both.join().get(A)).isEqualTo("a");
            assertThat(both.join().get(B)).isEqualTo("b");
        } else {
            pmix.fence();
            if (pmix.self().rank() == 1) {
                directory.publish(A, "a");
            }
            pmix.fence();
            if (pmix.self().rank() == 1) {
                directory.publish(B, "b");
            }
        }
        pmix.fence();
    }

    private static void waitingIsBounded(Pmix pmix) {
        Directory directory = pmix.directory();
        long begin = System.nanoTime();
        LookupRequest request = LookupRequest.of(A).waitForAll().withTimeout(Duration.ofMillis(500));
        assertThatExceptionOfType(PmixException.Timeout.class)
                .isThrownBy(() -> directory.lookup(request))
                .withMessageContaining(A.name());
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> directory.lookupAsync(request).join())
                .withCauseInstanceOf(PmixException.Timeout.class);
        // Both have waited.
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(800));
        CompletableFuture<Lookup> given =
                directory.lookupAsync(LookupRequest.of(A).waitForAll());
        given.cancel(true);
        directory.publish(A, "later");
        assertThat(directory.lookup(A)).isEqualTo("later");
    }

    // --- ranges, permissions, persistence ------------------------------------------------------------------------

    private static boolean sees(Pmix pmix, Key<?> key, Range range) {
        try {
            return pmix.directory()
                    .lookup(LookupRequest.of(key).withRange(range))
                    .isComplete();
        } catch (PmixException.NotFound e) {
            return false;
        }
    }

    /** Rank 0 publishes, and rank 3 is on its node. */
    private static void aRangeIsWhoSeesIt(Pmix pmix) {
        for (Range range :
                List.of(Range.LOCAL, Range.NAMESPACE, Range.SESSION, Range.GLOBAL, Range.PROC_LOCAL, Range.RM)) {
            if (pmix.self().rank() == 0) {
                pmix.directory()
                        .publish(PublishRequest.builder()
                                .value(text(range.name()), "x")
                                .range(range)
                                .build());
            }
        }
        pmix.fence();
        for (Range asked : List.of(Range.SESSION, Range.GLOBAL, Range.NAMESPACE)) {
            assertThat(sees(pmix, text("SESSION"), asked)).isTrue();
            assertThat(sees(pmix, text("GLOBAL"), asked)).isTrue();
            assertThat(sees(pmix, text("NAMESPACE"), asked)).isTrue();
        }
        assertThat(sees(pmix, text("LOCAL"), Range.LOCAL)).isEqualTo(pmix.self().rank() % 3 == 0);
        assertThat(sees(pmix, text("PROC_LOCAL"), Range.SESSION))
                .isEqualTo(pmix.self().rank() == 0);
        assertThat(sees(pmix, text("RM"), Range.SESSION)).isFalse();
        pmix.fence();
    }

    private static void usersAndGroupsMayBeNamed(Pmix pmix) throws Exception {
        Directory directory = pmix.directory();
        long user = (Integer) java.nio.file.Files.getAttribute(java.nio.file.Path.of("/proc/self"), "unix:uid");
        long group = (Integer) java.nio.file.Files.getAttribute(java.nio.file.Path.of("/proc/self"), "unix:gid");
        if (pmix.self().rank() == 0) {
            directory.publish(PublishRequest.builder()
                    .value(text("mine"), "x")
                    .users(user, user + 1)
                    .groups(group)
                    .build());
            directory.publish(PublishRequest.builder()
                    .value(text("theirs"), "x")
                    .users(user + 1)
                    .build());
            directory.publish(PublishRequest.builder()
                    .value(text("others"), "x")
                    .groups(group + 1)
                    .build());
            directory.publish(PublishRequest.builder()
                    .value(text("custom"), "x")
                    .range(Range.CUSTOM)
                    .users(user)
                    .build());
        }
        pmix.fence();
        assertThat(directory.lookup(text("mine"))).isEqualTo("x");
        assertThat(directory.lookup(text("custom"))).isEqualTo("x");
        for (Key<String> key : List.of(text("theirs"), text("others"))) {
            assertThatExceptionOfType(PmixException.class)
                    .isThrownBy(() -> directory.lookup(key))
                    .withMessageContaining("PMIX_ERR_NO_PERMISSIONS");
        }
        pmix.fence();
    }

    private static void aFirstReadIsTheLast(Pmix pmix) {
        Directory directory = pmix.directory();
        if (pmix.self().rank() == 0) {
            for (Persistence persistence : Persistence.values()) {
                directory.publish(PublishRequest.builder()
                        .value(text(persistence.name()), "x")
                        .persistence(persistence)
                        .build());
            }
        }
        pmix.fence();
        if (pmix.self().rank() == 1) {
            for (Persistence persistence : Persistence.values()) {
                assertThat(directory.lookup(text(persistence.name()))).isEqualTo("x");
                if (persistence == Persistence.FIRST_READ) {
                    assertThatExceptionOfType(PmixException.NotFound.class)
                            .isThrownBy(() -> directory.lookup(text(persistence.name())));
                } else {
                    assertThat(directory.lookup(text(persistence.name()))).isEqualTo("x");
                }
            }
        }
        pmix.fence();
    }

    // --- unpublish -----------------------------------------------------------------------------------------------

    private static void unpublish(Pmix pmix) {
        Directory directory = pmix.directory();
        directory.publish(of(pmix.self().rank()), "x");
        if (pmix.self().rank() == 0) {
            directory.publish(PublishRequest.builder()
                    .value(A, "a")
                    .range(Range.NAMESPACE)
                    .build());
            directory.publish(
                    PublishRequest.builder().value(B, "b").range(Range.LOCAL).build());
            directory.publish(C, "c");
            // Not published: no error.
            directory.unpublish(text("nothing"));
            directory.unpublish(UnpublishRequest.of(A).withRange(Range.NAMESPACE));
            assertThat(sees(pmix, A, Range.NAMESPACE)).isFalse();
            assertThat(sees(pmix, B, Range.LOCAL)).isTrue();
            directory.unpublish(UnpublishRequest.of(B).withRange(Range.LOCAL));
            assertThat(sees(pmix, B, Range.LOCAL)).isFalse();
            directory.publish(A, "again");
        }
        pmix.fence();
        if (pmix.self().rank() == 1) {
            // The host does not check who does it.
            directory.unpublish(C);
            assertThat(sees(pmix, C, Range.SESSION)).isFalse();
        }
        pmix.fence();
        if (pmix.self().rank() == 0) {
            directory.publish(PublishRequest.builder()
                    .value(B, "b")
                    .range(Range.NAMESPACE)
                    .build());
            directory.unpublish(UnpublishRequest.everything());
            assertThat(sees(pmix, A, Range.SESSION)).isFalse();
            assertThat(sees(pmix, B, Range.NAMESPACE)).isFalse();
            assertThat(sees(pmix, of(0), Range.SESSION)).isFalse();
            assertThat(sees(pmix, of(1), Range.SESSION)).isTrue();
        }
        pmix.fence();
    }

    // --- guards --------------------------------------------------------------------------------------------------

    // libpmix drops the connection of a process that sends more than 32 MiB; the host keeps 16.
    @PmixTest(ranks = 1, jvm = "-Xmx256m")
    void moreThanFitsIsRefused(Pmix pmix) {
        Directory directory = pmix.directory();
        Key<byte[]> large = Key.of("it.large", ValueType.BYTES);
        Key<byte[]> more = Key.of("it.more", ValueType.BYTES);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> directory.publish(large, new byte[32 << 20]))
                .withMessageContaining("one message");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> directory.publishAsync(PublishRequest.builder()
                        .value(large, new byte[16 << 20])
                        .value(more, new byte[16 << 20])
                        .build()));
        assertThatExceptionOfType(PmixException.class)
                .isThrownBy(() -> directory.publish(large, new byte[17 << 20]))
                .withMessageContaining("prte_data_server_max_size");
        directory.publish(large, new byte[8 << 20]);
        assertThat(directory.lookup(large)).hasSize(8 << 20);
    }

    /** Any process can publish under the names of the records of size changes, which all that publish much look up. */
    private static void foreignRecordsHinderNobody(Pmix pmix) {
        Directory directory = pmix.directory();
        if (pmix.self().rank() == 0) {
            directory.publish(
                    Key.of("org.pmixj.elastic.last.a", ValueType.listOf(ValueType.STRING)),
                    List.of("1", "org.pmixj." + "x".repeat(600)));
            directory.publish(Key.of("org.pmixj.elastic.last.b", ValueType.listOf(ValueType.STRING)), List.of("0"));
        }
        pmix.fence();
        Key<byte[]> large = Key.of("it.large." + pmix.self().rank(), ValueType.BYTES);
        for (int i = 0; i < 4; i++) {
            directory.publish(large, new byte[300_000]);
            directory.unpublish(large);
        }
    }

    private static void hundredsInFlight(Pmix pmix) {
        Directory directory = pmix.directory();
        List<CompletableFuture<?>> published = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            published.add(directory.publishAsync(PublishRequest.builder()
                    .value(text("many." + i), "value " + i)
                    .build()));
        }
        published.forEach(CompletableFuture::join);
        List<CompletableFuture<Lookup>> found = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            found.add(directory.lookupAsync(LookupRequest.of(text("many." + i))));
        }
        for (int i = 0; i < 500; i++) {
            assertThat(found.get(i).join().get(text("many." + i))).isEqualTo("value " + i);
        }
    }

    private static void aClosedHandleHasNone() {
        Directory directory;
        try (Pmix pmix = Pmix.init()) {
            directory = pmix.directory();
        }
        assertThatIllegalStateException().isThrownBy(() -> directory.publish(A, "a"));
        assertThatIllegalStateException().isThrownBy(() -> directory.lookupAsync(LookupRequest.of(A)));
        assertThatIllegalStateException().isThrownBy(() -> directory.lookup(A));
        assertThatIllegalStateException().isThrownBy(() -> directory.unpublish(A));
    }
}
