// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.pmixj.it.support.Await.LIMIT;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.pmixj.FenceRequest;
import org.pmixj.GetOptions;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.directory.LookupRequest;
import org.pmixj.elastic.Elastic;
import org.pmixj.elastic.NodeRequest;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.Registration;
import org.pmixj.ffi.PMIx;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Groups;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Smoke;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** The life of the session, its handles, timeouts and threads. */
// Its folder has a long job: begins soon.
@Order(2)
class SessionIT {
    @Smoke
    @PmixTest(ranks = 2)
    void knowsItselfAndItsJob(Pmix pmix, RankContext context) {
        assertThat(pmix.self().rank()).isEqualTo(context.rank());
        assertThat(pmix.isSingleton()).isFalse();
        assertThat(pmix.job().size()).isEqualTo(2);
        assertThat(pmix.job().nspace()).isEqualTo(pmix.self().nspace());
        assertThat(pmix.job().members()).hasSize(2).element(context.rank()).isEqualTo(pmix.self());
        assertThat(Pmix.libraryVersion()).startsWith("OpenPMIx ");
    }

    private static boolean isConstructed(Pmix pmix, String id) {
        try {
            pmix.groups().construct(id, pmix.job().members()).destruct();
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    private static void handlesAreCounted() throws Exception {
        Pmix first = Pmix.init();
        Pmix second = Pmix.init();
        assertThat(second.self()).isEqualTo(first.self());
        List<ProcId> all = first.job().members();
        Group ofFirst = first.groups().construct("it-of-first", all);
        Group ofSecond = second.groups().construct("it-of-second", all);
        Registration listens = ofFirst.onChange(_ -> {});
        first.close();
        first.close();
        // Its groups are left, and those of the other handle stay.
        assertThat(ofFirst.state()).isEqualTo(Group.State.LEFT);
        assertThat(listens.isActive()).isFalse();
        assertThat(second.groups().active()).containsExactly(ofSecond);
        ofSecond.destruct();
        // They are left in the background.
        Await.until("the id is free", () -> isConstructed(second, "it-of-first"));
        assertThatIllegalStateException().isThrownBy(first::fence);
        assertThat(first.isClosed()).isTrue();
        second.fence();
        second.close();
        assertThatIllegalStateException().isThrownBy(second::groups);
        assertThatIllegalStateException().isThrownBy(second::commit);
        assertThatIllegalStateException().isThrownBy(second::fenceAsync);
        assertThatIllegalStateException().isThrownBy(() -> second.get(second.self(), Key.of("k", ValueType.BOOL)));
    }

    /** Tasks end what a library has started, before the handle is closed. */
    private static void tasksRunBeforeTheEnd() throws Exception {
        Pmix pmix = Pmix.init();
        List<String> ran = new ArrayList<>();
        pmix.beforeClose(() -> ran.add("first, of size " + pmix.job().size()));
        pmix.beforeClose(() -> {
            ran.add("second");
            // Nothing happens while it is under way.
            pmix.close();
            pmix.fence();
            throw new IllegalStateException("in a test");
        });
        CompletableFuture<String> done = new CompletableFuture<>();
        CompletableFuture<String> delivered = pmix.deliver(done);
        CompletableFuture<String> given = new CompletableFuture<>();
        pmix.deliver(given).cancel(false);
        assertThat(given).isCancelled();
        done.complete("done");
        assertThat(delivered.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo("done");
        pmix.close();
        assertThat(ran).containsExactly("second", "first, of size 2");
        assertThatIllegalStateException().isThrownBy(() -> pmix.beforeClose(() -> {}));
    }

    private static void canBeginAgainAfterTheEnd() throws Exception {
        for (int i = 0; i < 4; i++) {
            try (Pmix pmix = Pmix.init()) {
                Group group = pmix.groups().construct(Jobs.all(pmix, "it-begin").build());
                if (i > 0 && group.rank() == 1) {
                    // Meanwhile the other one could read a value of the session before.
                    Thread.sleep(200);
                }
                assertThat(group.exchange(ValueType.INT32, i)).hasSize(2).containsValue(i);
                assertThat(new HashSet<>(group.exchange(ValueType.INT32, i).values()))
                        .containsExactly(i);
                if (i == 0) {
                    group.destruct();
                } else if (group.rank() == 0) {
                    // The other one leaves with its session. Its values stay, because this process might read them.
                    Await.until("rank 1 left", () -> group.size() == 1);
                }
            }
        }
    }

    /** A view with another timeout is the same handle: what is obtained from either ends with it. */
    @PmixTest(ranks = 1)
    void aViewWithAnotherTimeoutIsItsHandle(Pmix pmix) {
        for (boolean closesView : new boolean[] {false, true}) {
            Pmix handle = Pmix.init();
            Pmix brief = handle.with(Duration.ofMillis(300)).with(Duration.ofMillis(200));
            Pmix view = brief.with(LIMIT);
            Registration ofView = view.events().onAny().register(event -> EventOutcome.noAction());
            Registration ofHandle = handle.events().onAny().register(event -> EventOutcome.noAction());
            Registration ofOther = pmix.events().onAny().register(event -> EventOutcome.noAction());
            List<String> ran = new ArrayList<>();
            view.beforeClose(() -> ran.add("task"));
            LookupRequest never =
                    LookupRequest.of(Key.of("it.never", ValueType.INT32)).waitForAll();
            assertThatExceptionOfType(PmixException.Timeout.class)
                    .isThrownBy(() -> brief.directory().lookup(never));
            (closesView ? view : handle).close();
            assertThat(List.of(view, brief, handle)).allMatch(Pmix::isClosed);
            assertThat(ran).containsExactly("task");
            assertThat(ofView.isActive()).isFalse();
            assertThat(ofHandle.isActive()).isFalse();
            assertThat(ofOther.isActive()).isTrue();
            ofOther.close();
            assertThatIllegalStateException().isThrownBy(() -> handle.with(Duration.ofSeconds(1)));
            handle.close();
        }
        assertThatIllegalArgumentException().isThrownBy(() -> pmix.with(Duration.ZERO));
    }

    /** Whichever step the end of the session refuses. */
    @PmixTest(ranks = 1)
    void operationsOfSeveralStepsThatAreUnderWayAreClosed(RankContext context) throws Exception {
        int closed = 0;
        for (int i = 0; i < 20; i++) {
            List<CompletableFuture<?>> under = new ArrayList<>();
            Pmix pmix = Pmix.init();
            Group group = pmix.groups()
                    .construct(
                            GroupRequest.named("it-steps").members(pmix.self()).build());
            under.add(group.splitAsync(0, 0));
            for (int j = 0; j < 4; j++) {
                under.add(group.exchangeAsync(ValueType.INT32, j));
                under.add(pmix.groups()
                        .constructAsync(GroupRequest.named("it-steps-" + j)
                                .members(pmix.self())
                                .build()));
                under.add(Elastic.of(pmix).releaseAsync(NodeRequest.of("no-such-node")));
                under.add(pmix.getAsync(pmix.self(), Key.of("it.steps.none", ValueType.INT32)));
            }
            pmix.close();
            for (CompletableFuture<?> future : under) {
                Throwable failure = future.handle((_, e) -> e).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
                if (failure != null) {
                    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
                    assertThat(cause).isInstanceOf(PmixException.class);
                    closed += cause instanceof PmixException.Closed ? 1 : 0;
                }
            }
        }
        assertThat(closed).isPositive();
    }

    // Rank 1 stays until rank 0 has closed: libpmix completes the fence of a process that has finalized without it.
    @PmixTest(ranks = 2)
    void closingFailsWhatIsInFlight(RankContext context) throws Exception {
        Pmix pmix = Pmix.init();
        if (context.rank() == 1) {
            context.await("closed");
            pmix.close();
            return;
        }
        CompletableFuture<Void> fence = pmix.fenceAsync();
        CompletableFuture<Group> group =
                pmix.groups().constructAsync(Jobs.all(pmix, "it-close").build());
        CompletableFuture<Throwable> blocked = new CompletableFuture<>();
        Key<String> never = Key.of("it.never", ValueType.STRING);
        Thread waiter = Thread.ofPlatform().start(() -> {
            try {
                pmix.get(pmix.job().member(1), never);
            } catch (Throwable e) {
                blocked.complete(e);
            }
        });
        for (String call : List.of("fence", "construct", "get")) {
            UnderWay.awaitCall(pmix, call);
        }
        pmix.close();
        context.reached("closed");
        for (CompletableFuture<?> future : List.of(fence, group)) {
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(future::join)
                    .withCauseInstanceOf(PmixException.Closed.class);
        }
        assertThat(blocked).succeedsWithin(LIMIT).isInstanceOf(PmixException.Closed.class);
        waiter.join();
    }

    // Where close is called while a cancelled task unwinds, the thread is interrupted.
    private static void anInterruptDoesNotCutClosingShort() throws Exception {
        Pmix pmix = Pmix.init();
        List<Group> groups = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            groups.add(
                    pmix.groups().construct(Jobs.all(pmix, "it-interrupt-" + i).build()));
        }
        if (pmix.self().rank() == 1) {
            groups.subList(0, 10).forEach(SessionIT::closeInterrupted);
        } else {
            for (Group group : groups.subList(0, 10)) {
                Await.until("rank 1 left " + group, () -> group.size() == 1);
                closeInterrupted(group);
            }
        }
        // The rest is left by closing the session.
        closeInterrupted(pmix);
        assertThat(PMIx.PMIx_Initialized()).isZero();
        for (int i = 0; i < 10; i++) {
            closeInterrupted(Pmix.init());
            assertThat(PMIx.PMIx_Initialized()).isZero();
        }
    }

    private static void closeInterrupted(AutoCloseable closeable) {
        Thread.currentThread().interrupt();
        assertThatCode(closeable::close).doesNotThrowAnyException();
        assertThat(Thread.interrupted()).isTrue();
    }

    private static void boundsOfAnyLengthAreTaken(Pmix pmix) {
        Duration forever = ChronoUnit.FOREVER.getDuration();
        try (Pmix patient = Pmix.builder().defaultTimeout(forever).init()) {
            patient.fence();
            Group group = patient.groups()
                    .construct(Jobs.all(patient, "it-forever").timeout(forever).build());
            group.with(CollectiveOptions.within(forever)).fence();
            Key<Integer> key = Key.of("it.forever", ValueType.INT32);
            patient.put(Scope.GLOBAL, key, 1);
            patient.commit();
            assertThat(patient.get(
                            patient.job().member(1 - patient.self().rank()),
                            key,
                            GetOptions.defaults().withTimeout(forever)))
                    .isEqualTo(1);
            group.with(CollectiveOptions.within(forever)).destruct();
        }
    }

    private static void groupsOfAClosedHandleAreRefused(Pmix pmix) {
        Pmix own = Pmix.init();
        Groups groups = own.groups();
        own.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> groups.construct(Jobs.all(pmix, "it-handle").build()))
                .withMessageContaining("closed");
    }

    private static void closingLeavesGroups() throws Exception {
        Pmix pmix = Pmix.init();
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-close-group").build());
        if (pmix.self().rank() == 1) {
            pmix.close();
            assertThat(group.state()).isNotEqualTo(Group.State.ACTIVE);
        } else {
            Await.until("rank 1 left", () -> group.size() == 1);
            group.fence();
            group.destruct();
            pmix.close();
        }
    }

    @PmixTest(ranks = 2)
    void theDefaultTimeoutIsTheHandles(RankContext context) throws Exception {
        // The first handle waits for PMIx_Init, for which a second may be too short.
        try (Pmix patient = Pmix.init();
                Pmix hasty =
                        Pmix.builder().defaultTimeout(Duration.ofSeconds(1)).init()) {
            if (hasty.self().rank() == 0) {
                assertThatExceptionOfType(PmixException.Timeout.class).isThrownBy(hasty::fence);
                // Otherwise rank 1 would take part in this one.
                UnderWay.awaitNoCalls();
                context.reached("timed-out");
            } else {
                context.await("timed-out");
            }
            patient.fence();
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Pmix.builder().defaultTimeout(Duration.ZERO));
    }

    // No stage of the application runs on libpmix's progress thread, whatever executor it asks for.
    private static void anExecutorThatRunsInTheCallersThreadMayBlock(RankContext context) throws InterruptedException {
        ConcurrentLinkedQueue<Thread> threads = new ConcurrentLinkedQueue<>();
        try (Pmix pmix = Pmix.builder().executor(Runnable::run).init()) {
            if (context.rank() == 1) {
                // The fence must not be over before the other rank has said what comes next.
                context.await("attached");
            }
            CompletableFuture<Void> twice = pmix.fenceAsync().thenRun(() -> {
                threads.add(Thread.currentThread());
                pmix.fence();
            });
            context.reached("attached");
            assertThat(twice).succeedsWithin(LIMIT);
        }
        assertThat(threads)
                .hasSize(1)
                .allMatch(thread -> thread.getName().equals("pmixj-dispatcher") || context.rank() == 1);
    }

    private static void anExecutorThatRefusesLosesNothing() {
        List<Executor> executors = List.of(
                task -> {
                    throw new RejectedExecutionException("full");
                },
                task -> {
                    throw new IllegalStateException("broken");
                },
                task -> {
                    task.run();
                    throw new IllegalStateException("after the fact");
                });
        for (Executor executor : executors) {
            try (Pmix pmix = Pmix.builder().executor(executor).init()) {
                assertThat(pmix.groups()
                                .constructAsync(Jobs.all(pmix, "it-executor").build())
                                .thenCompose(group -> group.fenceAsync().thenCompose(done -> group.destructAsync())))
                        .succeedsWithin(LIMIT);
            }
        }
    }

    private static void anInterruptEndsTheWait(Pmix pmix) {
        Key<Boolean> done = Key.of("it.done", ValueType.BOOL);
        FenceRequest both = FenceRequest.of(pmix.job().members());
        if (pmix.self().rank() == 0) {
            Thread.currentThread().interrupt();
            assertThatExceptionOfType(PmixException.Interrupted.class).isThrownBy(() -> pmix.fence(both));
            assertThat(Thread.interrupted()).isTrue();
            pmix.put(Scope.GLOBAL, done, true);
            pmix.commit();
        } else {
            assertThat(pmix.get(pmix.job().member(0), done)).isTrue();
        }
        // For the process that has given it up it is the same fence, which would stay in flight for its timeout.
        pmix.fence(both);
    }

    private static void manyThreadsShareASession(Pmix pmix) throws Exception {
        Thread[] threads = new Thread[8];
        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < threads.length; i++) {
            String id = "it-thread-" + i;
            threads[i] = Thread.ofPlatform().start(() -> {
                try (Pmix own = Pmix.init()) {
                    for (int round = 0; round < 50; round++) {
                        Group group = own.groups().construct(Jobs.all(own, id).build());
                        group.fence();
                        group.destruct();
                    }
                } catch (Throwable e) {
                    failures.add(e);
                }
            });
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
        assertThat(pmix.groups().active()).isEmpty();
    }

    private static void everyStageRunsOnTheExecutorOfTheHandle() {
        Set<String> threads = ConcurrentHashMap.newKeySet();
        try (ExecutorService executor = Executors.newSingleThreadExecutor(task -> new Thread(task, "it-executor"));
                Pmix pmix = Pmix.builder().executor(executor).init()) {
            pmix.fenceAsync()
                    .thenRunAsync(() -> threads.add(Thread.currentThread().getName()))
                    .thenRunAsync(() -> threads.add(Thread.currentThread().getName()))
                    .thenComposeAsync(done -> pmix.fenceAsync())
                    .thenRunAsync(() -> threads.add(Thread.currentThread().getName()))
                    .join();
        }
        assertThat(threads).containsExactly("it-executor");
    }

    // --- the jobs ---------------------------------------------------------------------------------------------------

    @PmixTest(ranks = 2)
    void sessionsBeginAndEnd(RankContext context) throws Exception {
        handlesAreCounted();
        tasksRunBeforeTheEnd();
        canBeginAgainAfterTheEnd();
        closingLeavesGroups();
        anExecutorThatRunsInTheCallersThreadMayBlock(context);
        anExecutorThatRefusesLosesNothing();
        anInterruptDoesNotCutClosingShort();
    }

    @PmixTest(ranks = 2)
    void oneSession(Pmix pmix) {
        boundsOfAnyLengthAreTaken(pmix);
        groupsOfAClosedHandleAreRefused(pmix);
        anInterruptEndsTheWait(pmix);
    }

    @PmixTest(ranks = 1)
    void threads(Pmix pmix) throws Exception {
        manyThreadsShareASession(pmix);
        everyStageRunsOnTheExecutorOfTheHandle();
    }
}
