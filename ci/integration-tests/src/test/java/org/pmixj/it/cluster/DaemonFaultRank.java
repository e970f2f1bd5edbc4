// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.cluster;

import static org.pmixj.it.support.Await.LIMIT;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.event.EventOutcome;
import org.pmixj.group.AcceptOptions;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Invitation;
import org.pmixj.group.InviteRequest;
import org.pmixj.group.LeaderPolicy;
import org.pmixj.it.cluster.DaemonFault.During;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Steps;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.Points;

/** A rank of the job of one {@link DaemonFault}. It writes what became of each step into a file. */
final class DaemonFaultRank {
    /** Reached by a rank when the fault may come. */
    static final String READY = "ready";
    /** Reached by the test when the fault is there. */
    static final String FAULT = "fault";
    /** Reached by the rank that is late, when its call is under way or has ended. */
    static final String CALLED = "called";
    /** Reached by the test when nothing fails any more. */
    static final String OVER = "over";

    static final int TEST = -1;

    private static final String ID = "it-daemon";
    private static final PmixStatus STORM = new PmixStatus(-3301);
    private static final PmixStatus LAST = new PmixStatus(-3302);
    private static final int EVENTS = 50;
    /** Between two events of a rank. PRRTE's time for each grows with the number that it has not passed on yet. */
    private static final long PAUSE_MILLIS = 20;

    /** For those who can agree without the node that fails. */
    private static final Duration ANSWER = Duration.ofSeconds(20);

    private final DaemonFault cell;
    private final Points points;
    private final Pmix pmix;
    private final int rank;
    private final boolean isCutOff;
    private final Duration bound;
    private final Steps steps;
    private final BlockingQueue<Invitation> invitations;
    private final CountDownLatch lost = new CountDownLatch(1);
    private final Set<Integer> heard = ConcurrentHashMap.newKeySet();
    private final Set<Integer> ended = ConcurrentHashMap.newKeySet();

    private DaemonFaultRank(DaemonFault cell, Path directory, Pmix pmix) {
        this.cell = cell;
        this.points = new Points(directory);
        this.pmix = pmix;
        this.rank = pmix.self().rank();
        this.isCutOff = cell.isCutOff(rank);
        this.bound = cell.fault().isUnnoticed() ? Jobs.SHORT : LIMIT;
        this.steps = new Steps(directory.resolve("rank-" + rank));
        this.invitations = Jobs.inbox(pmix);
        if (!(isOrphan() && cell.during() == During.IDLE)) {
            pmix.events().listen(Statuses.ERR_LOST_CONNECTION, event -> lost.countDown());
        }
        listen(STORM, heard::add);
        listen(LAST, ended::add);
    }

    private void listen(PmixStatus code, IntConsumer action) {
        pmix.events().listen(code, event -> event.source().ifPresent(source -> action.accept(source.rank())));
    }

    public static void main(String[] args) throws Exception {
        DaemonFault cell = DaemonFault.parse(args[0]);
        Path directory = Path.of(args[1]);
        try (Pmix pmix = Pmix.init()) {
            SlurmRank.Process.write(pmix, directory);
            new DaemonFaultRank(cell, directory, pmix).run();
        }
    }

    private void run() throws Exception {
        try {
            Group all = pmix.groups().construct(Jobs.all(pmix, ID).build());
            all.fence();
            during(all);
            // A call that succeeds at once is not seen under way.
            points.reached(CALLED, rank);
            after(all);
            if (isOrphan() || cell.fault().crashesAll()) {
                Await.open(lost);
                endAsOrphan();
            }
            steps.end("ok");
        } catch (Throwable e) {
            steps.end(e.toString());
            throw e;
        }
        await(OVER, TEST);
    }

    private boolean isOrphan() {
        return isCutOff && cell.fault().makesOrphans();
    }

    /** Ends this process, which has lost its server, as a handler of an application does. */
    private void endAsOrphan() {
        end("notified");
        Runtime.getRuntime().halt(3);
    }

    private void end(String step) {
        try {
            steps.add(step);
            steps.end("ok");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void await(String point, int who) throws InterruptedException {
        points.await(point, List.of(who), LIMIT.multipliedBy(2));
    }

    // --- during the fault --------------------------------------------------------------------------------------------

    private void during(Group all) throws Exception {
        switch (cell.during()) {
            case CONSTRUCT -> {
                waitIn("construct");
                GroupRequest request = Jobs.all(pmix, ID + "-2").timeout(bound).build();
                steps.call("construct", bound, () -> pmix.groups().construct(request));
            }
            case FENCE -> {
                waitIn("fence");
                boolean succeeded = steps.run(
                        "fence",
                        bound,
                        () -> all.with(CollectiveOptions.within(bound)).fence());
                if (!succeeded && !isCutOff && cell.fault().losesMembers()) {
                    steps.run(
                            "fence repeated",
                            bound,
                            () -> all.with(CollectiveOptions.within(bound)).fence());
                }
            }
            case INVITE -> invite();
            case EVENTS -> storm();
            case IDLE -> {
                points.reached(READY, rank);
                await(FAULT, TEST);
                if (isOrphan()) {
                    Runtime.getRuntime().addShutdownHook(new Thread(() -> end("ended by pmixj")));
                    Thread.sleep(LIMIT.multipliedBy(5));
                }
            }
        }
    }

    /** Announces that this rank is in the call that follows, or waits for the fault. */
    private void waitIn(String call) throws InterruptedException {
        if (rank == DaemonFault.LATE) {
            points.reached(READY, rank);
            await(FAULT, TEST);
        }
        UnderWay.announceCall(pmix, call, () -> points.reached(rank == DaemonFault.LATE ? CALLED : READY, rank));
    }

    private void invite() throws Exception {
        if (rank == 0) {
            Set<Integer> accepted = ConcurrentHashMap.newKeySet();
            pmix.events().on(Statuses.GROUP_INVITE_ACCEPTED).register(event -> {
                event.source().ifPresent(source -> accepted.add(source.rank()));
                if (accepted.containsAll(List.of(1, 3, 4))) {
                    points.reached(READY, rank);
                }
                return EventOutcome.noAction();
            });
            InviteRequest request = InviteRequest.named(ID + "-2")
                    .members(pmix.job().members())
                    .policy(LeaderPolicy.goOn())
                    .timeout(bound)
                    .build();
            steps.call("invite", bound, () -> pmix.groups().invite(request));
            return;
        }
        Invitation invitation = Await.next(invitations);
        points.reached(READY, rank);
        if (rank == DaemonFault.LATE) {
            await(FAULT, TEST);
            points.reached(CALLED, rank);
        }
        AcceptOptions options = AcceptOptions.defaults().withTimeout(bound);
        steps.call("accept", bound, () -> invitation.with(options).accept());
    }

    private void storm() throws Exception {
        // Nobody waits for the others, but a server that is stopped does not answer.
        Duration limit = isCutOff && cell.fault() == DaemonFault.Fault.DAEMON_STOPPED ? bound : LIMIT;
        steps.run("events", limit, () -> {
            while (!points.isReached(FAULT, TEST)) {
                send(STORM, limit);
                if (heard.size() == DaemonFault.RANKS) {
                    points.reached(CALLED, rank);
                    points.reached(READY, rank);
                }
            }
            for (int i = 0; i < EVENTS; i++) {
                send(STORM, limit);
            }
            send(LAST, limit);
        });
        if (isOrphan()) {
            return;
        }
        List<Integer> expected = cell.fault().isHarmless()
                ? IntStream.range(0, DaemonFault.RANKS).boxed().toList()
                : cell.side(isCutOff);
        steps.run(
                "last events",
                limit,
                () -> Await.awaitOrInterrupt(() -> {
                    if (!Await.until(limit, () -> ended.containsAll(expected))) {
                        throw new PmixException.Timeout("last events of " + ended + " alone", PmixStatus.SUCCESS);
                    }
                }));
    }

    private void send(PmixStatus code, Duration limit) {
        pmix.with(limit).events().notify(code).toNamespace().send();
        Await.awaitOrInterrupt(() -> Thread.sleep(PAUSE_MILLIS));
    }

    // --- after it ----------------------------------------------------------------------------------------------------

    private void after(Group all) throws Exception {
        List<ProcId> side = cell.side(isCutOff).stream().map(pmix.job()::member).toList();
        if (!isCutOff && cell.fault().losesMembers()) {
            Await.until(
                    "the group is " + side + ", not " + all.members(),
                    () -> all.members().equals(side));
        }
        steps.run(
                "fence after",
                bound,
                () -> all.with(CollectiveOptions.within(bound)).fence());
        Duration limit = isCutOff ? bound : ANSWER;
        GroupRequest request = GroupRequest.named(ID + (isCutOff ? "-cut" : "-rest"))
                .members(side)
                .timeout(limit)
                .build();
        steps.run(
                "again",
                limit,
                () -> pmix.groups()
                        .construct(request)
                        .with(CollectiveOptions.within(limit))
                        .fence());
    }
}
