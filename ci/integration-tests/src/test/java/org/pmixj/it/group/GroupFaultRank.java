// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.pmixj.it.support.Await.LIMIT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.pmixj.FenceRequest;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.collectives.Consensus;
import org.pmixj.event.EventOutcome;
import org.pmixj.group.AcceptOptions;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Invitation;
import org.pmixj.group.InvitationHandler;
import org.pmixj.group.InviteRequest;
import org.pmixj.group.LeaderFailurePolicy;
import org.pmixj.group.LeaderPolicy;
import org.pmixj.group.Members;
import org.pmixj.it.group.GroupFault.When;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Ends;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Steps;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.Points;

/**
 * A rank of the job of one {@link GroupFault}. Who survives writes what became of each step into a file, of which all
 * must be the same.
 */
final class GroupFaultRank {
    private static final String ID = "it-fault";

    /** For what times out in any case, because a silent member takes no part. */
    private static final Duration SHORT = Duration.ofSeconds(2);

    /** For what times out because of a silent member, but not before others have done something. */
    private static final Duration ANSWER = Duration.ofSeconds(10);

    private final GroupFault cell;
    private final Path directory;
    private final Points points;
    private final Pmix pmix;
    private final int rank;
    /** For what the silent one does not take part in. */
    private final Duration bound;

    private final Steps steps;
    private final BlockingQueue<Invitation> invitations = new LinkedBlockingQueue<>();

    private GroupFaultRank(GroupFault cell, Path directory, Pmix pmix) {
        this.cell = cell;
        this.directory = directory;
        this.points = new Points(directory);
        this.pmix = pmix;
        this.rank = pmix.self().rank();
        this.steps = new Steps(directory.resolve("rank-" + rank));
        this.bound = cell.how() == Ends.SILENT ? SHORT : LIMIT;
        pmix.groups().onInvitation(invitation -> {
            invitations.add(invitation);
            points.reached("invited", rank);
            return InvitationHandler.Reply.LATER;
        });
        if (cell.when().invites() && rank == 0) {
            pmix.events().on(Statuses.GROUP_INVITE_ACCEPTED).register(event -> {
                event.source().ifPresent(source -> points.reached("accepted-" + source.rank(), rank));
                return EventOutcome.noAction();
            });
        }
    }

    public static void main(String[] args) throws Exception {
        GroupFault cell = GroupFault.parse(args[0]);
        Path directory = Path.of(args[1]);
        try (Pmix pmix = Pmix.init()) {
            GroupFaultRank self = new GroupFaultRank(cell, directory, pmix);
            if (cell.victims().contains(self.rank)) {
                self.victim();
            } else {
                self.survivor();
            }
        }
    }

    private GroupRequest request() {
        boolean victimCalls = cell.when() == When.CONTRIBUTED || !isBefore(When.COMPLETED);
        GroupRequest.Builder request = Jobs.all(pmix, ID).timeout(victimCalls ? LIMIT : bound);
        return cell.when() == When.PENDING_TOLERANT ? request.faultTolerant().build() : request.build();
    }

    private boolean isBefore(When when) {
        return cell.when().compareTo(when) < 0;
    }

    // --- moments -----------------------------------------------------------------------------------------------------

    /** Announces, to be called just before a call, that this process waits in it. */
    private void announce(String call) {
        UnderWay.announceCall(pmix, call, () -> points.reached(call, rank));
    }

    private void awaitAll(String point, List<Integer> ranks) throws InterruptedException {
        points.await(point, ranks, LIMIT);
    }

    /** Those who survive and call before the victim ends. */
    private List<Integer> waiting() {
        List<Integer> ranks = new ArrayList<>(cell.survivors());
        if (cell.when() == When.CONTRIBUTED) {
            ranks.remove((Integer) cell.last());
        }
        return ranks;
    }

    private boolean hasNobodyAnswered() {
        return cell.when() == When.INVITED && cell.who() == GroupFault.Who.FIRST;
    }

    /** Waits until the leader has received the answers that come before the victim ends. */
    private void awaitAnswers() throws InterruptedException {
        if (hasNobodyAnswered()) {
            awaitAll("invited", cell.survivors());
            return;
        }
        for (int other = 1; other < cell.last(); other++) {
            if (cell.when() == When.ACCEPTED || !cell.victims().contains(other)) {
                awaitAll("accepted-" + other, List.of(0));
            }
        }
    }

    /** Waits until the victims have ended, and this process knows it if it is notified. */
    private void awaitEnd() throws IOException, InterruptedException {
        for (int victim : cell.victims()) {
            long pid = pid(victim);
            Await.until("rank " + victim + " ends", () -> Ends.isInactive(pid));
            if (cell.when() != When.BEFORE && (cell.how() == Ends.KILLED || cell.how() == Ends.EXITED)) {
                Await.until(
                        "the end of rank " + victim + " is known",
                        () -> UnderWay.isDead(pmix.job().member(victim)));
            }
        }
    }

    private long pid(int victim) throws IOException {
        return Long.parseLong(Files.readString(directory.resolve("victim-" + victim)));
    }

    // --- who ends ----------------------------------------------------------------------------------------------------

    /**
     * From its first group on, a process is notified of ends as they happen. The first group reports earlier ends
     * late.
     */
    private void begin() {
        pmix.fence();
        if (cell.when() != When.BEFORE) {
            pmix.groups()
                    .construct(Jobs.all(pmix, ID + "-before").timeout(LIMIT).build())
                    .destruct();
            pmix.fence();
        }
    }

    private void victim() throws Exception {
        Files.writeString(
                directory.resolve("victim-" + rank),
                Long.toString(ProcessHandle.current().pid()));
        begin();
        if (cell.when().invites()) {
            startInvited();
            awaitAnswers();
        } else {
            start();
        }
        cell.how().end(pmix);
    }

    private void start() throws InterruptedException {
        if (cell.when() == When.CONTRIBUTED) {
            var _ = pmix.groups().constructAsync(request());
            UnderWay.awaitCall(pmix, "construct");
        } else if (!isBefore(When.COMPLETED)) {
            startAsMember(pmix.groups().construct(request()));
        }
        switch (cell.when()) {
            case PENDING, PENDING_TOLERANT, CONTRIBUTED -> awaitAll("construct", waiting());
            default -> {}
        }
    }

    private void startAsMember(Group group) throws InterruptedException {
        group.fence();
        switch (cell.when()) {
            case FENCE, FENCE_TOLERANT -> awaitAll("fence", waiting());
            case REVOKE -> {
                awaitAll("fence", waiting());
                group.revoke();
                // Its server knows it, so the others will.
                UnderWay.awaitNoCalls();
            }
            case AGREE -> {
                Consensus.open(pmix, group, timeoutOfAgreement());
                awaitAll("agree", waiting());
            }
            case DESTRUCT -> awaitAll("destruct", waiting());
            default -> awaitAll("completed", waiting());
        }
    }

    /** It is that of its start, too, in which the victim takes part. */
    private Duration timeoutOfAgreement() {
        return cell.how() == Ends.SILENT ? ANSWER : LIMIT;
    }

    private void startInvited() throws InterruptedException {
        if (rank == 0) {
            var _ = pmix.groups().inviteAsync(invite());
        } else {
            Invitation invitation = invitation();
            if (cell.when() == When.ACCEPTED) {
                var _ = invitation.with(join()).acceptAsync();
            }
        }
    }

    /** Kills the stopped victims, because the launcher waits for them. */
    private void buryVictims() throws IOException, InterruptedException {
        for (int victim : cell.victims()) {
            new ProcessBuilder("kill", "-KILL", Long.toString(pid(victim)))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        }
    }

    // --- who survives ------------------------------------------------------------------------------------------------

    private void survivor() throws Exception {
        try {
            begin();
            Group group = live();
            if (group != null) {
                goOn(group);
            }
            again();
            steps.end("ok");
        } catch (Throwable e) {
            steps.end(e.toString());
            throw e;
        } finally {
            if (cell.how() == Ends.SILENT && rank == cell.survivors().getFirst()) {
                buryVictims();
            }
        }
    }

    /** Runs the steps up to and with the fault. Returns the group, if there is one. */
    private @Nullable Group live() throws Exception {
        if (cell.when().invites()) {
            return invited();
        }
        if (isBefore(When.COMPLETED)) {
            return constructing();
        }
        Group group = pmix.groups().construct(request());
        group.fence();
        points.reached("completed", rank);
        switch (cell.when()) {
            case FENCE, FENCE_TOLERANT -> {
                FenceRequest fence = FenceRequest.of(group).withTimeout(bound);
                FenceRequest request = cell.when() == When.FENCE_TOLERANT ? fence.withFaultTolerance() : fence;
                announce("fence");
                steps.run("fence", bound, () -> pmix.fence(request));
            }
            case REVOKE -> {
                announce("fence");
                steps.run(
                        "fence",
                        LIMIT,
                        () -> group.with(CollectiveOptions.within(LIMIT)).fence());
            }
            case AGREE -> {
                Consensus consensus = Consensus.open(pmix, group, timeoutOfAgreement());
                UnderWay.announceCall(pmix, "lookup of [org.pmixj.agree", () -> points.reached("agree", rank));
                Consensus.Decision decision = steps.call("agree", timeoutOfAgreement(), () -> consensus.agree(true));
                List<ProcId> dead =
                        cell.victims().stream().map(pmix.job()::member).toList();
                if (decision != null && !decision.equals(new Consensus.Decision(true, Members.of(dead)))) {
                    throw new AssertionError("the decision is " + decision);
                }
            }
            case DESTRUCT -> {
                announce("destruct");
                steps.run(
                        "destruct",
                        bound,
                        () -> group.with(CollectiveOptions.within(bound)).destruct());
                return null;
            }
            case LEAVE -> {
                if (rank == cell.last()) {
                    // The victim waits for the same.
                    awaitAll("completed", waiting());
                    group.close();
                    return null;
                }
                ProcId leaver = pmix.job().member(cell.last());
                Await.until("one has left", () -> !group.members().contains(leaver));
                awaitEnd();
            }
            default -> awaitEnd();
        }
        return group;
    }

    private @Nullable Group constructing() throws Exception {
        boolean late = cell.when() == When.CONTRIBUTED && rank == cell.last();
        if (cell.when() == When.BEFORE || late) {
            awaitEnd();
        } else {
            announce("construct");
        }
        GroupRequest request = request();
        return steps.call(
                "construct",
                request.timeout().orElseThrow(),
                () -> pmix.groups().construct(request));
    }

    private InviteRequest invite() {
        InviteRequest.Builder request = InviteRequest.named(ID)
                .members(pmix.job().members())
                .policy(LeaderPolicy.goOn())
                // The others wait for a silent leader until its own bound is over.
                .timeout(cell.how() == Ends.SILENT && cell.victims().contains(0) ? ANSWER : LIMIT);
        return cell.how() == Ends.SILENT ? request.answerWithin(ANSWER).build() : request.build();
    }

    private Invitation invitation() throws InterruptedException {
        return Await.next(invitations);
    }

    private static AcceptOptions join() {
        return AcceptOptions.defaults()
                .withTimeout(LIMIT)
                .whenLeaderFails(LeaderFailurePolicy.takeOver())
                .withPolicy(LeaderPolicy.goOn());
    }

    private @Nullable Group invited() throws Exception {
        if (rank == 0) {
            return steps.call("invite", LIMIT, () -> pmix.groups().invite(invite()));
        }
        Invitation invitation = invitation();
        if (rank == cell.last() || hasNobodyAnswered()) {
            awaitEnd();
        }
        return steps.call("invite", LIMIT, () -> invitation.with(join()).accept());
    }

    /** Those who survive and do not leave. */
    private List<Integer> remaining() {
        List<Integer> ranks = new ArrayList<>(cell.survivors());
        if (cell.when() == When.LEAVE) {
            ranks.remove((Integer) cell.last());
        }
        return ranks;
    }

    /** Those who are left use what is left of the group, and end it. */
    private void goOn(Group group) throws Exception {
        if (cell.isUnnoticed()) {
            steps.run(
                    "fence after",
                    SHORT,
                    () -> group.with(CollectiveOptions.within(SHORT)).fence());
            // For the others this process would have left.
            points.reached("fenced", rank);
            awaitAll("fenced", remaining());
            group.close();
            return;
        }
        List<ProcId> left = remaining().stream().map(pmix.job()::member).toList();
        // Whoever took over an invitation is the first.
        Await.until(
                "the group is " + left + ", not " + group.members(),
                () -> group.members().size() == left.size() && group.members().containsAll(left));
        steps.add("members " + group.members());
        steps.run("fence after", LIMIT, () -> group.fence());
        steps.run("destruct after", LIMIT, () -> group.destruct());
        if (cell.when() == When.REVOKE) {
            // For the others this process would have left.
            points.reached("revoked", rank);
            awaitAll("revoked", remaining());
            group.close();
        }
    }

    /** And make another. */
    private void again() throws Exception {
        List<ProcId> survivors = new ArrayList<>();
        for (int survivor : cell.survivors()) {
            survivors.add(pmix.job().member(survivor));
        }
        Group again = Objects.requireNonNull(pmix.groups()
                .construct(GroupRequest.named(ID + "-again").members(survivors).build()));
        again.fence();
        steps.add("again " + again.members());
        again.destruct();
    }
}
