// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.pmixj.FenceRequest;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Invitation;
import org.pmixj.group.InvitationHandler;
import org.pmixj.group.InviteRequest;
import org.pmixj.group.JoinOptions;
import org.pmixj.group.LeaderFailurePolicy;
import org.pmixj.group.LeaderPolicy;
import org.pmixj.it.GroupFault.How;
import org.pmixj.it.GroupFault.When;

/**
 * A rank of the job of one {@link GroupFault}. Who survives writes what became of each step into a file, of which all
 * must be the same.
 */
final class GroupFaultRank {
    private static final String ID = "it-fault";
    /** Much longer than it takes to learn of an end. */
    private static final Duration LONG = Duration.ofSeconds(20);

    private static final Duration SHORT = Duration.ofSeconds(4);
    /** Longer than the last one takes to answer an invitation. */
    private static final Duration ANSWER = Duration.ofSeconds(3);

    /** What comes in this time did not wait for a long bound, nor much longer than a short one. */
    private static final Duration PROMPT = Duration.ofSeconds(12);

    private final GroupFault cell;
    private final Path directory;
    private final Pmix pmix;
    private final int rank;
    private final Duration bound;
    private final List<String> steps = new ArrayList<>();
    private final BlockingQueue<Invitation> invitations = new LinkedBlockingQueue<>();

    private GroupFaultRank(GroupFault cell, Path directory, Pmix pmix) {
        this.cell = cell;
        this.directory = directory;
        this.pmix = pmix;
        this.rank = pmix.self().rank();
        this.bound = cell.how() == How.SILENT ? SHORT : LONG;
        pmix.groups().onInvitation(invitation -> {
            invitations.add(invitation);
            return InvitationHandler.Reply.LATER;
        });
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

    private GroupRequest request(boolean faultTolerant) {
        GroupRequest.Builder request = Jobs.all(pmix, ID).timeout(bound);
        return faultTolerant ? request.faultTolerant().build() : request.build();
    }

    private boolean isBefore(When when) {
        return cell.when().compareTo(when) < 0;
    }

    // --- who ends ----------------------------------------------------------------------------------------------------

    /** From its first group on, a process is told of ends as they happen; of earlier ones the first group tells late. */
    private void begin() {
        pmix.fence();
        if (cell.when() != When.BEFORE) {
            pmix.groups()
                    .construct(Jobs.all(pmix, ID + "-before").timeout(LONG).build())
                    .destruct(LONG);
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
        } else if (cell.when() == When.CONTRIBUTED) {
            var _ = pmix.groups().constructAsync(request(false));
        } else if (!isBefore(When.COMPLETED)) {
            pmix.groups().construct(request(false)).fence(LONG);
        }
        Thread.sleep(700);
        end();
    }

    private void startInvited() throws InterruptedException {
        if (rank == 0) {
            var _ = pmix.groups().inviteAsync(invite());
        } else {
            Invitation invitation = invitation();
            if (cell.when() == When.ACCEPTED) {
                var _ = invitation.acceptAsync(join());
            }
        }
    }

    private void end() throws Exception {
        String pid = Long.toString(ProcessHandle.current().pid());
        switch (cell.how()) {
            case KILLED -> new ProcessBuilder("kill", "-KILL", pid).start();
            case SILENT -> new ProcessBuilder("kill", "-STOP", pid).start();
            case EXITED -> Runtime.getRuntime().halt(0);
            case CLOSED -> {
                return;
            }
        }
        Thread.sleep(60_000);
    }

    /** One that is silent would keep the launcher. */
    private void buryVictims() throws IOException, InterruptedException {
        for (int victim : cell.victims()) {
            String pid = Files.readString(directory.resolve("victim-" + victim));
            new ProcessBuilder("kill", "-KILL", pid)
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
            write("ok");
        } catch (Throwable e) {
            write(e.toString());
            throw e;
        } finally {
            if (cell.how() == How.SILENT && rank == cell.survivors().getFirst()) {
                buryVictims();
            }
        }
    }

    private void write(String end) throws IOException {
        steps.add(end);
        Files.write(directory.resolve("rank-" + rank), steps);
    }

    /** What happens up to and with the fault; the group, if there is one. */
    private @Nullable Group live() throws Exception {
        if (cell.when().invites()) {
            return invited();
        }
        if (isBefore(When.COMPLETED)) {
            return constructing();
        }
        Group group = pmix.groups().construct(request(false));
        group.fence(LONG);
        boolean late = rank == cell.last();
        switch (cell.when()) {
            case FENCE, FENCE_TOLERANT -> {
                FenceRequest.Builder fence = FenceRequest.builder().group(group).timeout(bound);
                FenceRequest request = cell.when() == When.FENCE_TOLERANT
                        ? fence.faultTolerant().build()
                        : fence.build();
                step("fence", () -> pmix.fence(request));
            }
            case DESTRUCT -> {
                step("destruct", () -> group.destruct(bound));
                return null;
            }
            case LEAVE -> {
                Thread.sleep(700);
                if (late) {
                    group.close();
                    return null;
                }
            }
            default -> Thread.sleep(1000);
        }
        return group;
    }

    private @Nullable Group constructing() throws Exception {
        boolean late = cell.when() == When.CONTRIBUTED && rank == cell.last();
        if (cell.when() == When.BEFORE || late) {
            Thread.sleep(1500);
        }
        return step("construct", () -> pmix.groups().construct(request(cell.when() == When.PENDING_TOLERANT)));
    }

    private InviteRequest invite() {
        InviteRequest.Builder request = InviteRequest.named(ID)
                .invite(pmix.job().members())
                .policy(LeaderPolicy.goOn())
                // The others wait for a silent leader until its own bound is over.
                .timeout(cell.victims().contains(0) ? bound : LONG);
        return cell.how() == How.SILENT ? request.answerWithin(ANSWER).build() : request.build();
    }

    private Invitation invitation() throws InterruptedException {
        return Objects.requireNonNull(invitations.poll(LONG.toSeconds(), TimeUnit.SECONDS), "no invitation");
    }

    private static JoinOptions join() {
        return JoinOptions.builder()
                .timeout(LONG)
                .whenLeaderFails(LeaderFailurePolicy.takeOver())
                .policy(LeaderPolicy.goOn())
                .build();
    }

    private @Nullable Group invited() throws Exception {
        if (rank == 0) {
            return step("invite", () -> pmix.groups().invite(invite()));
        }
        Invitation invitation = invitation();
        boolean nobodyHasAnswered = cell.when() == When.INVITED && cell.who() == GroupFault.Who.FIRST;
        if (rank == cell.last() || nobodyHasAnswered) {
            Thread.sleep(1500);
        }
        return step("invite", () -> invitation.accept(join()));
    }

    /** Those who are left use what is left of the group, and end it. */
    private void goOn(Group group) throws Exception {
        if (cell.isUnnoticed()) {
            step("fence after", () -> group.fence(SHORT));
            group.close();
            return;
        }
        List<ProcId> left = new ArrayList<>();
        for (int survivor : cell.survivors()) {
            if (cell.when() != When.LEAVE || survivor != cell.last()) {
                left.add(pmix.job().member(survivor));
            }
        }
        Jobs.await(
                "the group is " + left + ", not " + group.members(),
                () -> group.members().equals(left));
        steps.add("members " + group.members());
        step("fence after", () -> group.fence(LONG));
        step("destruct after", () -> group.destruct(LONG));
    }

    /** And make another. */
    private void again() throws Exception {
        List<ProcId> survivors = new ArrayList<>();
        for (int survivor : cell.survivors()) {
            survivors.add(pmix.job().member(survivor));
        }
        Group again = Objects.requireNonNull(pmix.groups()
                .construct(GroupRequest.named(ID + "-again")
                        .members(survivors)
                        .timeout(LONG)
                        .build()));
        again.fence(LONG);
        steps.add("again " + again.members());
        again.destruct(LONG);
    }

    // --- a step ------------------------------------------------------------------------------------------------------

    private void step(String name, Runnable step) {
        this.<Void>step(name, () -> {
            step.run();
            return null;
        });
    }

    private <T extends @Nullable Object> @Nullable T step(String name, Callable<T> step) {
        long begin = System.nanoTime();
        T result = null;
        String outcome;
        try {
            result = step.call();
            outcome = "success";
        } catch (PmixException e) {
            outcome = e.getClass().getSimpleName();
            System.out.println(rank + " " + name + ": " + e.getMessage());
        } catch (Exception e) {
            throw new IllegalStateException(name, e);
        }
        Duration taken = Duration.ofNanos(System.nanoTime() - begin);
        if (taken.compareTo(PROMPT) > 0) {
            throw new AssertionError(name + " took " + taken.toMillis() + " ms: " + outcome);
        }
        steps.add(name + " " + outcome);
        return result;
    }
}
