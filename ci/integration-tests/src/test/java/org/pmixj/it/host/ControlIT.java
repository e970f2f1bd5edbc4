// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.Attributes;
import org.pmixj.FenceRequest;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.event.Event;
import org.pmixj.host.Control;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.Smoke;
import org.pmixj.junit.PmixTest;
import org.pmixj.value.NodePid;

/** Checks requests that PRRTE serves by their effect, and the answers to all others. */
class ControlIT {
    /** SIGURG, which does nothing to a process that does not expect it, such as a JVM. */
    private static final int URGENT = 23;

    @TempDir
    Path work;

    private static final Attributes KILL = Attributes.of(Keys.JOB_CTRL_KILL, true);

    private static Attributes signal(int number) {
        return Attributes.of(Keys.JOB_CTRL_SIGNAL, number);
    }

    private static void notSupported(ThrowingCallable call) {
        assertThatExceptionOfType(PmixException.NotSupported.class).isThrownBy(call);
    }

    @Smoke
    @PmixTest(ranks = 2)
    void requestsOfOneNode(Pmix pmix) throws Exception {
        signalsThatWouldGoAstray(pmix);
        aDirectiveThatCannotBeSentIsRefused(pmix);
        if (pmix.self().rank() == 0) {
            logsThatNobodyTakes(pmix);
            whatPrrteDoesNotDoToJobs(pmix);
            aClosedHandleAsksForNothing(pmix);
            resourcesAreAllocated(pmix);
        }
        pmix.fence();
    }

    @Smoke
    @PmixTest(ranks = 3, nodes = 3)
    void requestsOfSeveralNodes(Pmix pmix) throws Exception {
        whoeverDoesNotExistIsNotKilledNorAnybodyElse(pmix);
        aProcessSetIsDefined(pmix);
    }

    // --- log -----------------------------------------------------------------------------------------------------

    /** Each rank of a job logs; the text is written by nobody else. */
    static final class Logging {
        public static void main(String[] args) {
            try (Pmix pmix = Pmix.init()) {
                Control control = pmix.control();
                String me = pmix.self().rank() + " here\n";
                control.log(
                        Attributes.builder()
                                .set(Keys.LOG_STDERR, "err " + me)
                                .set(Keys.LOG_STDOUT, "out " + me)
                                .build(),
                        Attributes.none());
                control.logAsync(Attributes.of(Keys.LOG_STDERR, "tag " + me), Attributes.of(Keys.LOG_TAG_OUTPUT, true))
                        .join();
                control.log(
                        Attributes.of(Keys.LOG_STDERR, "time " + me), Attributes.of(Keys.LOG_TIMESTAMP_OUTPUT, true));
                control.log(
                        Attributes.of(Keys.LOG_SYSLOG, "pmixj test"),
                        Attributes.builder()
                                .set(Keys.LOG_SYSLOG_PRI, 7)
                                .flag(Keys.LOG_ONCE)
                                .build());
            }
        }
    }

    @Test
    void whatIsLoggedIsWrittenByTheLauncher() throws Exception {
        Launched job = Launched.job(work, 2, Logging.class);
        assertThat(job.exit()).isZero();
        for (int rank = 0; rank < 2; rank++) {
            assertThat(job.output().lines())
                    .contains(
                            "err " + rank + " here",
                            "out " + rank + " here",
                            "[1," + rank + "]<stderr>: tag " + rank + " here")
                    .anyMatch(line -> line.matches("\\[.*\\d\\d:\\d\\d:\\d\\d.*]<stderr>: time \\d here"));
        }
    }

    private static void logsThatNobodyTakes(Pmix pmix) {
        Key<String> channel = Key.of("it.no-such-channel", ValueType.STRING);
        Attributes text = Attributes.of(channel, "text");
        assertThatExceptionOfType(PmixException.NotSupported.class)
                .isThrownBy(() -> pmix.control().log(text, Attributes.none()))
                .withMessageContaining("no channel for [it.no-such-channel=");
        Attributes many = Attributes.of(IntStream.range(0, 10_000)
                .mapToObj(i -> Info.of(Key.of("it.no-channel-" + i, ValueType.INT32), i))
                .toList());
        assertThatExceptionOfType(PmixException.NotSupported.class)
                .isThrownBy(() -> pmix.control().log(many, Attributes.none()))
                .withMessageMatching("log failed: the host has no channel for \\[it.no-channel-0.{50,100}…");
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(
                        () -> pmix.control().logAsync(text, Attributes.none()).join())
                .withCauseInstanceOf(PmixException.NotSupported.class);
        // The server would drop the connection.
        Attributes large = Attributes.of(Keys.LOG_STDERR, "x".repeat(33 << 20));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.control().log(large, Attributes.none()))
                .withMessageContaining("more than");
    }

    // --- job control -----------------------------------------------------------------------------------------------

    /** The first of two programs of a job; the other one is a shell that waits for the signal. */
    static final class Signalling {
        public static void main(String[] args) throws Exception {
            Path ready = Path.of(args[0]);
            try (Pmix pmix = Pmix.init()) {
                Await.until("the shell is ready", () -> Files.exists(ready));
                pmix.control().job(List.of(ProcId.all(pmix.self().nspace())), signal(URGENT));
                System.out.println("signal sent");
            }
        }
    }

    @Test
    void aSignalReachesTheJob() throws Exception {
        Path ready = work.resolve("ready");
        List<String> command = new ArrayList<>(List.of("prterun", "--map-by", ":oversubscribe", "-n", "1"));
        command.addAll(Launched.java(Signalling.class, ready.toString()));
        command.addAll(List.of(":", "-n", "1", "bash", "-c"));
        command.add("trap 'echo got signal URG; exit 0' URG; touch " + ready
                + "; for i in {1..600}; do sleep 0.1; done; echo never");
        Launched.needsLauncher();
        Launched job = Launched.run(work, command, Map.of());
        assertThat(job.output()).contains("signal sent", "got signal URG").doesNotContain("never");
    }

    /** The first of three ranks kills the last one; the two that are left go on together. */
    static final class Killing {
        public static void main(String[] args) throws Exception {
            try (Pmix pmix = Pmix.init()) {
                FenceRequest survivors =
                        FenceRequest.of(pmix.job().member(0), pmix.job().member(1));
                ProcId victim = pmix.job().member(2);
                pmix.fence();
                if (pmix.self().equals(victim)) {
                    // It is killed meanwhile.
                    Thread.sleep(Duration.ofSeconds(120));
                    System.out.println("nobody killed me");
                } else if (pmix.self().rank() == 0) {
                    System.out.println("answer " + pmix.control().job(List.of(victim), KILL));
                    Await.until("the victim is gone", () -> Jobs.hasEnded(pmix, victim));
                }
                pmix.fence(survivors);
                System.out.println("rank " + pmix.self().rank() + " lives");
            }
        }
    }

    @Test
    void aRankIsKilledAndTheOthersLive() throws Exception {
        Launched job = Launched.recoverable(work, 3, Killing.class);
        assertThat(job.output())
                .contains("answer []", "rank 0 lives", "rank 1 lives")
                .doesNotContain("rank 2 lives", "nobody killed me");
    }

    // PRRTE would kill this job instead.
    private static void whoeverDoesNotExistIsNotKilledNorAnybodyElse(Pmix pmix) {
        Control control = pmix.control();
        String nspace = pmix.self().nspace();
        for (ProcId nobody : List.of(new ProcId(nspace, 99), new ProcId("it-no-job", 0), ProcId.all("it-no-job"))) {
            List<ProcId> targets = List.of(nobody);
            assertThatExceptionOfType(PmixException.NotFound.class)
                    .isThrownBy(() -> control.job(targets, KILL))
                    .withMessageContaining("there is no");
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(() -> control.jobAsync(targets, KILL).join())
                    .withCauseInstanceOf(PmixException.NotFound.class);
        }
        List<ProcId> mixed = List.of(pmix.self(), new ProcId("it-no-job", 0));
        assertThatExceptionOfType(PmixException.NotFound.class).isThrownBy(() -> control.job(mixed, KILL));
        pmix.fence();
    }

    // It is known before the host is asked for the targets, and told at once.
    private static void aDirectiveThatCannotBeSentIsRefused(Pmix pmix) {
        Attributes directives = Attributes.of(Key.of("it.pid", ValueType.NODE_PID), new NodePid("node", 0, 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.control().job(List.of(), directives))
                .withMessageContaining("NODE_PID");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> pmix.control().jobAsync(List.of(), directives))
                .withMessageContaining("NODE_PID");
    }

    // PRRTE sends it to the whole namespace, and says that any number was sent.
    private static void signalsThatWouldGoAstray(Pmix pmix) {
        Control control = pmix.control();
        notSupported(() -> control.job(List.of(pmix.job().member(1)), signal(9)));
        List<ProcId> two = List.of(ProcId.all(pmix.self().nspace()), ProcId.all("it-no-job"));
        notSupported(() -> {
            throw control.jobAsync(two, signal(9)).exceptionNow();
        });
        assertThatIllegalArgumentException().isThrownBy(() -> control.job(two, signal(65)));
        pmix.fence();
    }

    // PRRTE does not tell of such sets in answers to queries.
    private static void aProcessSetIsDefined(Pmix pmix) throws Exception {
        BlockingQueue<Event> defined = new LinkedBlockingQueue<>();
        pmix.events().listen(Statuses.PROCESS_SET_DEFINE, defined::add);
        pmix.fence();
        if (pmix.self().rank() == 0) {
            Attributes define = Attributes.builder()
                    .set(Keys.JOB_CTRL_DEFINE_PSET, "it-made")
                    .set(Keys.JOB_CTRL_ID, "it-request")
                    .build();
            List<ProcId> targets = List.of(pmix.job().member(0), pmix.job().member(2));
            assertThat(pmix.control().jobAsync(targets, define).join().isEmpty())
                    .isTrue();
        }
        Event event = Await.next(defined);
        assertThat(event.attributes().get(Keys.PSET_NAME)).hasValue("it-made");
        List<ProcId> members = List.of(pmix.job().member(0), pmix.job().member(2));
        assertThat(event.attributes().get(Keys.PSET_MEMBERS)).hasValue(members);
        // PRRTE deletes none.
        BlockingQueue<Event> deleted = new LinkedBlockingQueue<>();
        pmix.events().listen(Statuses.PROCESS_SET_DELETE, deleted::add);
        pmix.events()
                .notify(Statuses.PROCESS_SET_DELETE)
                .toProcess()
                .with(Keys.PSET_NAME, "it-made")
                .with(Keys.PSET_MEMBERS, members)
                .send();
        Attributes set = Await.next(deleted).attributes();
        assertThat(set.get(Keys.PSET_NAME)).hasValue("it-made");
        assertThat(set.get(Keys.PSET_MEMBERS)).hasValue(members);
        pmix.fence();
    }

    /** Leaves files behind, and asks for them to be deleted. */
    static final class Untidy {
        public static void main(String[] args) throws Exception {
            Path file = Files.createFile(Path.of(args[0], "file"));
            Path tree = Files.createDirectories(Path.of(args[0], "tree", "inner"));
            Files.createFile(tree.resolve("leaf"));
            Files.createFile(Path.of(args[0], "kept"));
            try (Pmix pmix = Pmix.init()) {
                pmix.control().job(List.of(pmix.self()), Attributes.of(Keys.REGISTER_CLEANUP, file.toString()));
                pmix.control()
                        .job(
                                List.of(pmix.self()),
                                Attributes.builder()
                                        .set(
                                                Keys.REGISTER_CLEANUP_DIR,
                                                tree.getParent().toString())
                                        .flag(Keys.CLEANUP_RECURSIVE)
                                        .build());
                System.out.println("there: " + Files.exists(file) + " " + Files.exists(tree.resolve("leaf")));
            }
        }
    }

    @Test
    void filesAreDeletedAtTheEnd() throws Exception {
        Launched job = Launched.job(work, 1, Untidy.class, work.toString());
        assertThat(job.output()).contains("there: true true");
        assertThat(work.resolve("file")).doesNotExist();
        assertThat(work.resolve("tree")).doesNotExist();
        assertThat(work.resolve("kept")).exists();
    }

    private static void whatPrrteDoesNotDoToJobs(Pmix pmix) {
        Control control = pmix.control();
        for (Attributes directives : List.of(
                Attributes.of(Keys.JOB_CTRL_TERMINATE, true),
                Attributes.of(Keys.JOB_CTRL_PAUSE, true),
                Attributes.of(Keys.JOB_CTRL_RESUME, true),
                Attributes.of(Keys.JOB_CTRL_CHECKPOINT, "it-1"),
                Attributes.of(Keys.JOB_CTRL_RESTART, "it-1"),
                Attributes.of(Keys.JOB_CTRL_CANCEL, "it-request"),
                Attributes.of(Key.of("it.unknown", ValueType.BOOL), true))) {
            assertThatExceptionOfType(PmixException.NotSupported.class)
                    .as("%s", directives)
                    .isThrownBy(() -> control.job(List.of(), directives))
                    .satisfies(e -> assertThat(e.status()).isEqualTo(new PmixStatus(-47)));
        }
    }

    // --- allocation ------------------------------------------------------------------------------------------------

    private static void resourcesAreAllocated(Pmix pmix) {
        Control control = pmix.control();
        Attributes more = Attributes.builder()
                .set(Keys.ALLOC_REQ_ID, "it-more")
                .set(Keys.ALLOC_NUM_NODES, 1L)
                .build();
        String allocation = control.allocate(Control.AllocationKind.NEW, more)
                .get(Keys.ALLOC_ID)
                .orElseThrow();
        assertThat(allocation)
                .startsWith(
                        pmix.self().nspace().substring(0, pmix.self().nspace().indexOf('@')));
        Attributes nothing = Attributes.of(Keys.ALLOC_ID, "it-no-allocation");
        assertThatExceptionOfType(PmixException.NotFound.class)
                .isThrownBy(() -> control.allocate(Control.AllocationKind.RELEASE, nothing));
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> control.allocateAsync(Control.AllocationKind.RELEASE, nothing)
                        .join())
                .withCauseInstanceOf(PmixException.NotFound.class);
        control.allocate(Control.AllocationKind.RELEASE, Attributes.of(Keys.ALLOC_ID, allocation));
    }

    // --- without a handle, without a launcher ------------------------------------------------------------------------

    private static void aClosedHandleAsksForNothing(Pmix pmix) {
        Pmix closed = Pmix.init();
        Control control = closed.control();
        closed.close();
        assertThatIllegalStateException().isThrownBy(closed::control);
        assertThatIllegalStateException()
                .isThrownBy(() -> control.log(Attributes.of(Keys.LOG_STDERR, "x"), Attributes.none()));
        assertThatIllegalStateException().isThrownBy(() -> control.jobAsync(List.of(new ProcId("it", 0)), KILL));
    }

    /** Without a launcher. */
    static final class Alone {
        public static void main(String[] args) {
            try (Pmix pmix = Pmix.init()) {
                Control control = pmix.control();
                control.log(Attributes.of(Keys.LOG_STDERR, "logged alone\n"), Attributes.none());
                notSupported(() -> control.job(List.of(new ProcId("it", 0)), KILL));
                notSupported(() -> control.allocate(Control.AllocationKind.NEW, Attributes.none()));
                System.out.println("all is well");
            }
        }
    }

    @Test
    void withoutALauncherOnlyLogsAreWritten() throws Exception {
        Launched program = Launched.alone(work, Map.of(), Alone.class);
        assertThat(program.output()).contains("all is well", "logged alone");
        assertThat(program.exit()).isZero();
    }
}
