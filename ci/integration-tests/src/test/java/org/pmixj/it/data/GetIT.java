// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.pmixj.it.support.Await.LIMIT;

import java.math.BigInteger;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Order;
import org.pmixj.Attributes;
import org.pmixj.FenceRequest;
import org.pmixj.GetOptions;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.it.support.Smoke;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** The qualifiers of {@code PMIx_Get} (PMIx Standard 7.1.4), and what it must survive. */
// Before those that put large values, which stay in the session and are sent by each commit.
@Order(3)
class GetIT {
    private static final Key<String> TEXT = Key.of("it.get.text", ValueType.STRING);
    private static final Key<String> MISSING = Key.of("it.missing", ValueType.STRING);
    private static final GetOptions LONG = GetOptions.defaults().withTimeout(LIMIT.multipliedBy(2));
    private static final GetOptions OPTIONAL = GetOptions.defaults().optional();
    private static final GetOptions IMMEDIATE = GetOptions.defaults().immediate();
    private static final GetOptions REFRESH = GetOptions.defaults().withRefreshCache();

    private static ProcId neighbour(Pmix pmix) {
        return pmix.job().member((pmix.self().rank() + 1) % pmix.job().size());
    }

    private static void putAndExchange(Pmix pmix, Key<String> key, String value) {
        pmix.put(Scope.GLOBAL, key, value);
        pmix.commit();
        pmix.fence();
    }

    private static void assertNotFound(ThrowingCallable get) {
        // One that had been waited for would be a timeout.
        assertThatExceptionOfType(PmixException.NotFound.class).isThrownBy(get);
    }

    private static void assertNotFoundLater(CompletableFuture<?> get) {
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(get::join)
                .withCauseInstanceOf(PmixException.NotFound.class);
    }

    // As of any other: what cannot be read as its type is told by the future.
    private static void anOptionalGetFailsByItsFuture(Pmix pmix) {
        Key<BigInteger> written = Key.of("it.get.large", ValueType.UINT64_BIG);
        Key<Long> read = Key.of("it.get.large", ValueType.UINT64);
        pmix.put(Scope.GLOBAL, written, BigInteger.ONE.shiftLeft(63));
        pmix.commit();
        GetOptions optional = GetOptions.defaults().optional();
        assertThat(pmix.getAsync(pmix.self(), read, optional))
                .failsWithin(LIMIT)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(ArithmeticException.class);
    }

    @Smoke
    @PmixTest(
            ranks = 2,
            nodes = {1, 2})
    void getsAndTheirOptions(Pmix pmix, RankContext context) {
        boolean sameNode = context.nodes() == 1;
        anOptionalGetFailsByItsFuture(pmix);
        optionalAsksNobody(pmix, Key.of("it.text.optional", ValueType.STRING));
        immediateDoesNotWait(pmix, Key.of("it.text.immediate", ValueType.STRING));
        aChangedValueIsSeenByWhoRefreshes(pmix, sameNode);
        theScopeNarrows(pmix, sameNode);
        anUnknownNamespaceIsNotWaitedFor(pmix);
        aRankThatDoesNotExistIsNotWaitedFor(pmix);
        if (sameNode) {
            aGetIsNotAnsweredForAnother(pmix, Key.of("it.text.there", ValueType.STRING));
        } else {
            whatTheHostDoesNotTellOfAProcessIsNotWaitedFor(pmix);
        }
    }

    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void aTimeoutNamesItsCause(Pmix pmix) {
        ProcId next = pmix.job().member((pmix.self().rank() + 1) % pmix.job().size());
        Key<String> missing = Key.of("it.text.missing", ValueType.STRING);
        GetOptions brief = GetOptions.defaults().withTimeout(Duration.ofMillis(1));
        String cause = "timed out after 1 ms: " + next + " has not put it, or not committed";
        assertThatExceptionOfType(PmixException.Timeout.class)
                .isThrownBy(() -> pmix.get(next, missing, brief))
                .withMessageEndingWith(cause);
        assertThat(pmix.getAsync(next, missing, brief))
                .failsWithin(LIMIT)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(PmixException.Timeout.class)
                .withMessageEndingWith(cause);
        pmix.fence();
    }

    private static void optionalAsksNobody(Pmix pmix, Key<String> text) {
        ProcId neighbour = neighbour(pmix);
        pmix.put(Scope.GLOBAL, text, "of " + pmix.self().rank());
        pmix.commit();
        pmix.fence(FenceRequest.ofJob().withoutData());
        assertThat(pmix.find(pmix.self(), text)).contains("of " + pmix.self().rank());
        assertThat(pmix.find(pmix.self(), MISSING)).isEmpty();
        assertNotFound(() -> pmix.get(neighbour, MISSING, OPTIONAL));
        assertNotFoundLater(pmix.getAsync(neighbour, MISSING, OPTIONAL));
        // Once read, the value is known here.
        assertThat(pmix.get(neighbour, text)).isEqualTo("of " + neighbour.rank());
        assertThat(pmix.find(neighbour, text)).contains("of " + neighbour.rank());
        assertThat(pmix.get(neighbour, text, OPTIONAL)).isEqualTo("of " + neighbour.rank());
        assertThat(pmix.getAsync(neighbour, text, OPTIONAL).join()).isEqualTo("of " + neighbour.rank());
        pmix.fence();
    }

    private static void immediateDoesNotWait(Pmix pmix, Key<String> text) {
        ProcId neighbour = neighbour(pmix);
        putAndExchange(pmix, text, "of " + pmix.self().rank());
        assertNotFound(() -> pmix.get(neighbour, MISSING, IMMEDIATE));
        assertNotFoundLater(pmix.getAsync(neighbour, MISSING, IMMEDIATE));
        assertThat(pmix.get(neighbour, text, IMMEDIATE)).isEqualTo("of " + neighbour.rank());
        pmix.fence();
    }

    private static void aChangedValueIsSeenByWhoRefreshes(Pmix pmix, boolean sameNode) {
        ProcId neighbour = neighbour(pmix);
        for (int round = 0; round < 3; round++) {
            putAndExchange(pmix, TEXT, "round " + round);
            // A fence brings the values of other nodes, in place of older ones.
            if (round > 0 && sameNode) {
                assertThat(pmix.get(neighbour, TEXT)).isEqualTo("round " + (round - 1));
            }
            assertThat(pmix.get(neighbour, TEXT, REFRESH)).isEqualTo("round " + round);
            assertThat(pmix.getAsync(neighbour, TEXT, REFRESH).join()).isEqualTo("round " + round);
            assertThat(pmix.get(neighbour, TEXT)).isEqualTo("round " + round);
            pmix.fence(FenceRequest.ofJob().withoutData());
        }
    }

    private static void theScopeNarrows(Pmix pmix, boolean sameNode) {
        ProcId neighbour = neighbour(pmix);
        Key<String> local = Key.of("it.local", ValueType.STRING);
        Key<String> remote = Key.of("it.remote", ValueType.STRING);
        Key<String> internal = Key.of("it.internal", ValueType.STRING);
        pmix.put(Scope.LOCAL, local, "local");
        pmix.put(Scope.REMOTE, remote, "remote");
        pmix.put(Scope.INTERNAL, internal, "internal");
        pmix.commit();
        pmix.fence();
        Key<String> mine = sameNode ? local : remote;
        Key<String> others = sameNode ? remote : local;
        assertNotFound(() -> pmix.get(neighbour, others, IMMEDIATE));
        assertNotFound(() -> pmix.get(neighbour, internal, IMMEDIATE));
        assertThat(pmix.find(pmix.self(), internal)).contains("internal");
        GetOptions ofLocal = GetOptions.defaults().withQualifiers(Attributes.of(Keys.DATA_SCOPE, Scope.LOCAL));
        GetOptions ofRemote = GetOptions.defaults().withQualifiers(Attributes.of(Keys.DATA_SCOPE, Scope.REMOTE));
        GetOptions ofMine = (sameNode ? ofLocal : ofRemote).immediate();
        assertThat(pmix.get(neighbour, mine, ofMine)).isEqualTo(mine.name().substring(3));
        assertThat(pmix.get(neighbour, mine)).isEqualTo(mine.name().substring(3));
        assertThat(pmix.get(pmix.self(), local, ofLocal.immediate())).isEqualTo("local");
        // It is known here, and is not what was asked for.
        assertNotFound(() -> pmix.get(pmix.self(), local, ofRemote.immediate()));
        assertNotFoundLater(pmix.getAsync(pmix.self(), local, ofRemote.immediate()));
        pmix.fence();
    }

    // libpmix alone waits for ever, whatever PMIX_TIMEOUT says.
    private static void anUnknownNamespaceIsNotWaitedFor(Pmix pmix) {
        ProcId nobody = new ProcId("no-such-job", 0);
        assertNotFound(() -> pmix.get(nobody, TEXT));
        assertNotFoundLater(pmix.getAsync(nobody, TEXT));
        assertNotFound(() -> pmix.get(nobody, TEXT, IMMEDIATE));
        assertNotFound(() -> pmix.get(nobody, TEXT, OPTIONAL));
        assertNotFound(() -> pmix.get(nobody, TEXT, REFRESH));
        assertNotFound(() -> pmix.get(ProcId.all("no-such-job"), TEXT));
        assertThat(pmix.find(nobody, TEXT)).isEmpty();
        pmix.fence();
    }

    private static void aRankThatDoesNotExistIsNotWaitedFor(Pmix pmix) {
        ProcId nobody = new ProcId(pmix.self().nspace(), 7);
        assertNotFound(() -> pmix.get(nobody, TEXT));
        assertNotFoundLater(pmix.getAsync(nobody, TEXT));
        pmix.fence();
    }

    // libpmix has one request at a time for each process, and answers all that wait for the process when it ends.
    private static void aGetIsNotAnsweredForAnother(Pmix pmix, Key<String> text) {
        ProcId neighbour = neighbour(pmix);
        Key<String> soon = Key.of("it.soon", ValueType.STRING);
        Key<String> later = Key.of("it.later", ValueType.STRING);
        putAndExchange(pmix, text, "there");
        // It waits for longer than the others may take.
        CompletableFuture<String> missing = pmix.getAsync(neighbour, MISSING, LONG);
        CompletableFuture<String> gotSoon = pmix.getAsync(neighbour, soon);
        CompletableFuture<String> gotLater = pmix.getAsync(neighbour, later, LONG);
        CompletableFuture<String> gotText = pmix.getAsync(neighbour, text);
        CompletableFuture<String> immediate = pmix.getAsync(neighbour, MISSING, IMMEDIATE);
        // A value that is there is not held up by one that is not.
        assertThat(gotText).succeedsWithin(LIMIT).isEqualTo("there");
        assertNotFoundLater(immediate);
        pmix.fence(FenceRequest.ofJob().withoutData());
        pmix.put(Scope.GLOBAL, soon, "soon");
        pmix.commit();
        assertThat(gotSoon).succeedsWithin(LIMIT).isEqualTo("soon");
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> pmix.getAsync(
                                neighbour, MISSING, GetOptions.defaults().withTimeout(Duration.ofSeconds(1)))
                        .join())
                .withCauseInstanceOf(PmixException.Timeout.class);
        assertThat(missing).isNotDone();
        assertThat(gotLater).isNotDone();
        pmix.fence(FenceRequest.ofJob().withoutData());
        pmix.put(Scope.GLOBAL, later, "later");
        pmix.commit();
        assertThat(gotLater).succeedsWithin(LIMIT).isEqualTo("later");
        missing.cancel(true);
        pmix.fence();
    }

    // libpmix would wait for it as long as the bound allows.
    private static void whatTheHostDoesNotTellOfAProcessIsNotWaitedFor(Pmix pmix) {
        assertNotFound(() -> pmix.get(neighbour(pmix), Keys.JOB_SIZE));
        assertNotFoundLater(pmix.getAsync(neighbour(pmix), Keys.JOB_SIZE));
        assertThat(pmix.get(ProcId.all(pmix.self().nspace()), Keys.JOB_SIZE)).isEqualTo(2);
        pmix.fence();
    }
}
