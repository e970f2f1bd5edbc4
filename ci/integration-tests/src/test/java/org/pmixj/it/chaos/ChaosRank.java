// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.pmixj.Pmix;
import org.pmixj.event.EventOutcome;
import org.pmixj.it.chaos.ChaosPlan.Round;
import org.pmixj.it.chaos.ChaosPlan.Team;
import org.pmixj.junit.Points;

/** A rank of a chaos job in Java. Its arguments: the seed, how many seconds, how many ranks in Java, the shared directory. */
final class ChaosRank {
    /** The timeout of each operation. */
    static final Duration TIMEOUT = Duration.ofSeconds(20);

    /** An operation that ends later than so long after its timeout has outlived it. */
    static final Duration GRACE = Duration.ofSeconds(2);

    /** An operation that ends not even so long after its timeout does not end at all. */
    private static final Duration HANGS = Duration.ofSeconds(15);

    /** For what the ranks wait without PMIx: others may be in some operations that end by their timeouts. */
    static final Duration LIMIT = TIMEOUT.multipliedBy(4);

    private static final long POLL_MILLIS = 2;
    private static final long IDLE_MILLIS = 50;
    private static final int SIGKILL = 9;
    private static final MethodHandle KILL = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().findOrThrow("kill"),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    private static final int STATUS = 3;
    private static final String FAILED = "failed";
    private static final String STARTED = "started";
    private static final Duration START_LIMIT = Duration.ofMinutes(5);

    private final Pmix pmix;
    private final Path work;
    private final Points points;
    private final int rank;
    private final ChaosPlan plan;
    private final long end;
    private final AtomicLong eventsOfC = new AtomicLong();

    /** The operation that is under way, if there is one, and when it must have ended. */
    private volatile @Nullable String operation;

    private volatile long operationEnds;

    private ChaosRank(Pmix pmix, long seed, int seconds, int ranks, Path work) {
        this.pmix = pmix;
        this.work = work;
        this.points = new Points(work);
        this.rank = pmix.self().rank();
        this.plan = new ChaosPlan(seed, ranks);
        this.end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
        pmix.events().onAny().register(event -> {
            if (event.source().filter(source -> source.rank() >= ranks).isPresent()) {
                eventsOfC.incrementAndGet();
            }
            return EventOutcome.noAction();
        });
    }

    public static void main(String[] args) throws Exception {
        Path work = Path.of(args[3]);
        ChaosRank self;
        try (Pmix pmix = Pmix.init()) {
            self = new ChaosRank(
                    pmix, Long.parseLong(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]), work);
            Thread.ofPlatform().daemon().name("watch").start(self::watch);
            try {
                self.run();
            } catch (Throwable e) {
                e.printStackTrace();
                self.fail("failed " + e);
            }
        }
        self.say("ok " + self.eventsOfC);
    }

    /** Ends this process, and soon all others. */
    private void fail(String word) throws IOException {
        say(word);
        Files.writeString(work.resolve(FAILED), word);
        end();
        Runtime.getRuntime().halt(STATUS);
    }

    private void end() throws IOException {
        Files.writeString(end(work), "");
    }

    /** Writes the last word of this rank. */
    private void say(String word) throws IOException {
        Files.writeString(lastWord(work, rank), word);
    }

    static Path lastWord(Path work, int rank) {
        return work.resolve("last-" + rank);
    }

    /** Returns the file that ends the ranks in C. */
    static Path end(Path work) {
        return work.resolve("end");
    }

    // --- rounds ------------------------------------------------------------------------------------------------------

    private void run() throws Exception {
        Round round = plan.next();
        // On a busy machine, some ranks start later than others by more than the timeout.
        points.reached(STARTED, rank);
        await(STARTED, round.active(), START_LIMIT);
        while (true) {
            if (round.active().contains(rank)) {
                Team team = round.teamOf(rank);
                if (team != null) {
                    new ChaosMember(this, pmix, round, team).run();
                }
                end(round);
            } else {
                // This rank takes the place of another later.
                await(point(round), round.survivors(), Duration.ofDays(1));
            }
            if (points.isReached(overAfter(round), round.survivors().getFirst())) {
                end();
                return;
            }
            round = plan.next();
        }
    }

    /** Waits until all have ended a round: then the ids of its groups can be used again. */
    private void end(Round round) throws InterruptedException {
        if (rank == round.survivors().getFirst() && System.nanoTime() - end > 0) {
            points.reached(overAfter(round), rank);
        }
        points.reached(point(round), rank);
        await(point(round), round.survivors(), LIMIT);
    }

    /** Waits until others have reached a point, or the job has failed. */
    private void await(String point, List<Integer> ranks, Duration limit) throws InterruptedException {
        List<Integer> missing = new ArrayList<>(ranks);
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            missing.removeIf(other -> points.isReached(point, other));
            if (missing.isEmpty()) {
                return;
            } else if (System.nanoTime() - deadline > 0 || Files.exists(work.resolve(FAILED))) {
                throw new AssertionError(point + " was not reached by " + missing);
            }
            Thread.sleep(limit.equals(LIMIT) ? POLL_MILLIS : IDLE_MILLIS);
        }
    }

    private static String point(Round round) {
        return "round-" + round.number();
    }

    private static String overAfter(Round round) {
        return "over-" + round.number();
    }

    /** Returns whether all of some ranks, which call this equally often with a name, say yes. */
    boolean agree(String name, boolean yes, List<Integer> ranks) throws InterruptedException {
        String no = name + "-no";
        if (!yes) {
            points.reached(no, rank);
        }
        points.reached(name, rank);
        await(name, ranks, LIMIT);
        return ranks.stream().noneMatch(other -> points.isReached(no, other));
    }

    // --- operations --------------------------------------------------------------------------------------------------

    int rank() {
        return rank;
    }

    /** Notes that an operation begins that has so much time. */
    void begins(String what, Duration timeout) {
        operationEnds = System.nanoTime() + timeout.plus(HANGS).toNanos();
        operation = what;
    }

    /** Writes a view of an operation that has ended. One that must not be ends this rank, after others have seen theirs. */
    void ended(ChaosView view) throws InterruptedException {
        operation = null;
        view.write(work);
        if (view.outcome() == ChaosView.Outcome.WRONG) {
            Thread.sleep(GRACE);
            throw new AssertionError(view.toString());
        }
    }

    /** Ends this rank if an operation does not end at all. */
    private void watch() {
        String what = operation;
        while (what == null || System.nanoTime() - operationEnds < 0) {
            LockSupport.parkNanos(GRACE.toNanos() / 2);
            what = operation;
        }
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            System.err.println("rank " + rank + ", " + thread + ", " + thread.getState());
            for (StackTraceElement frame : stack) {
                System.err.println("    at " + frame);
            }
        });
        try {
            fail("hangs in " + what);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills this process after some time, or at once if that is less than 0. */
    void die(int micros) throws IOException {
        say("killed");
        if (micros < 0) {
            kill();
        } else {
            Thread.ofPlatform().start(() -> {
                LockSupport.parkNanos(micros * 1000L);
                kill();
            });
        }
    }

    private static void kill() {
        try {
            int _ = (int) KILL.invokeExact((int) ProcessHandle.current().pid(), SIGKILL);
        } catch (Throwable e) {
            throw new IllegalStateException("kill", e);
        }
    }
}
