// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.junit.Points;
import org.pmixj.junit.RankContext;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;

/**
 * One of several processes departs: it dies, or it leaves their group.
 *
 * @param name begins the names of the groups and points of this departure
 * @param members those who take part
 * @param leaver the rank of the one that departs, in the job or in the scenario that the context describes
 */
public record Departure(Pmix pmix, RankContext context, String name, List<ProcId> members, int leaver) {
    /** The rank that makes its call after the departure, where a test has one. */
    public static final int LATE = 1;

    /** Much shorter than the timeout of the construct that fails. */
    private static final Duration SOON = Duration.ofSeconds(20);

    /** The point at which the process is that {@link #replacedBySpawned} spawns. */
    private static final String SPAWNED = "spawned";

    /** The steps of each rank. */
    public interface Scenario {
        void run(Departure departure) throws Exception;
    }

    /** Returns the departure of a rank in one of several scenarios, in which all of the scenario's ranks take part. */
    public static Departure of(SubJob job, int leaver) {
        return new Departure(job.pmix(), job, job.id("it-dies"), job.members(), leaver);
    }

    /**
     * Runs a scenario in which one of some processes departs, and the last one takes no part. That one then takes the
     * place of the one that departed, in a group of the same id.
     */
    public static void replaced(SubJob job, Scenario scenario, int leaver, UnaryOperator<GroupRequest.Builder> options)
            throws Exception {
        int newcomer = job.size() - 1;
        List<ProcId> first = job.members().subList(0, newcomer);
        Departure departure = new Departure(job.pmix(), job, job.id("it-dies"), first, leaver);
        if (job.rank() == newcomer) {
            // Others may still be in the call that failed.
            job.await("replaced", 0);
        } else {
            scenario.run(departure);
            job.reached("replaced");
        }
        List<ProcId> members = departure.rest();
        members.add(job.member(newcomer));
        useNewTeam(job.pmix(), options.apply(request(departure.id(), members)));
    }

    /** Constructs a group of the id of {@link #replacedBySpawned} as a process of another job. */
    static final class Spawned {
        public static void main(String[] args) {
            try (Pmix pmix = Pmix.init()) {
                new Points(Path.of(args[1])).reached(SPAWNED, 0);
                List<ProcId> members = new ArrayList<>();
                for (int i = 2; i < args.length; i += 2) {
                    members.add(new ProcId(args[i], Integer.parseInt(args[i + 1])));
                }
                members.add(pmix.self());
                useNewTeam(pmix, request(args[0], members));
            }
        }
    }

    private static GroupRequest.Builder request(String id, List<ProcId> members) {
        return GroupRequest.named(id).members(members).timeout(SOON);
    }

    private static void useNewTeam(Pmix pmix, GroupRequest.Builder request) {
        GroupRequest made = request.build();
        Group group = pmix.groups().construct(made);
        assertThat(group.members()).isEqualTo(made.members());
        group.fence();
        group.destruct();
    }

    /** Runs a scenario in which a process departs, spawns another one, and uses a group of the same id with it. */
    public static void replacedBySpawned(SubJob job, Scenario scenario, int leaver) throws Exception {
        Departure departure = of(job, leaver);
        scenario.run(departure);
        List<ProcId> members = departure.rest();
        SpawnedJob spawned = null;
        String nspace = "";
        if (job.pmix().self().equals(members.getFirst())) {
            List<String> words =
                    new ArrayList<>(List.of(departure.id(), job.scratch().toString()));
            members.forEach(member -> words.addAll(List.of(member.nspace(), Integer.toString(member.rank()))));
            spawned = job.pmix()
                    .processes()
                    .spawn(SpawnRequest.builder()
                            .apps(App.java(Spawned.class, words.toArray(String[]::new))
                                    .build())
                            .mapBy("node:OVERSUBSCRIBE")
                            .bindTo("none")
                            .independent()
                            .build());
            nspace = spawned.nspace();
        }
        try (Group rest = job.pmix()
                .groups()
                .construct(GroupRequest.named(departure.id() + "-rest")
                        .members(members)
                        .build())) {
            nspace = rest.exchange(ValueType.STRING, nspace).get(rest.members().get(0));
            rest.fence();
        }
        members.add(new ProcId(nspace, 0));
        // The start of a JVM may take longer than the construct waits.
        job.await(SPAWNED, 0);
        useNewTeam(job.pmix(), request(departure.id(), members));
        if (spawned != null) {
            assertThat(Await.result(spawned.terminated()).isSuccess()).isTrue();
        }
    }

    /** Returns the process that departs. */
    public ProcId departed() {
        return context instanceof SubJob job ? job.member(leaver) : pmix.job().member(leaver);
    }

    private int rankOf(ProcId proc) {
        return context instanceof SubJob job ? job.rankOf(proc) : proc.rank();
    }

    /** Returns the others. */
    public List<ProcId> rest() {
        List<ProcId> rest = new ArrayList<>(members);
        rest.remove(departed());
        return rest;
    }

    public boolean isLeaver() {
        return context.rank() == leaver;
    }

    public boolean isLate() {
        return context.rank() == LATE;
    }

    /** Returns a name that is unique to this departure, and valid as an id and in a file name. */
    public String id() {
        return name + "-" + leaver;
    }

    private String point(String call) {
        return id() + "-" + call.replaceAll("\\W", "-");
    }

    /** Returns a request for a group of all that take part. */
    public GroupRequest.Builder request() {
        return GroupRequest.named(id()).members(members);
    }

    public Group construct() {
        return pmix.groups().construct(request().build());
    }

    // --- moments -----------------------------------------------------------------------------------------------------

    /** Announces that this process waits in the call it makes next, whose title contains {@code call}. */
    public void announce(String call) {
        UnderWay.announceCall(pmix, context, point(call), call);
    }

    /** Waits until all others, except some ranks, wait in such a call. */
    public void await(String call, int... except) throws InterruptedException {
        context.await(
                point(call),
                rest().stream()
                        .mapToInt(this::rankOf)
                        .filter(rank -> IntStream.of(except).noneMatch(each -> each == rank))
                        .toArray());
    }

    /** Waits until all others but the late one are in the second attempt of a call, the one without the leaver. */
    public void awaitSecond(String call) throws InterruptedException {
        await(call + " again", LATE);
    }

    /** Announces that this process is in such a call, and later in the second attempt of it. */
    public void announceBoth(String call) {
        announce(call);
        UnderWay.announceSecondCall(pmix, context, point(call + " again"), call);
    }

    /** Kills the leaver once all others wait in such a call, except some ranks. The others announce it. */
    public void dieWhileOthersWait(String call, int... except) throws InterruptedException {
        if (isLeaver()) {
            await(call, except);
            context.killSelf();
        }
        announce(call);
    }

    /** Prepares a call that the late one makes when the others are in their second attempt. */
    public void callLate(Group group, String call) throws InterruptedException {
        if (isLate()) {
            awaitRest(group);
            awaitSecond(call);
        } else {
            announceBoth(call);
        }
    }

    /** Waits until this process is notified of the death. */
    public void awaitNotice() throws InterruptedException {
        Await.until("the death is known", () -> UnderWay.isDead(departed()));
    }

    // --- what follows ------------------------------------------------------------------------------------------------

    /** Waits until a group has lost the leaver, and checks that it has all others. */
    public void awaitRest(Group group) throws InterruptedException {
        Await.until("the group has lost " + departed(), () -> group.size() == members.size() - 1);
        assertThat(group.members()).isEqualTo(rest());
        assertThat(group.rank()).isEqualTo(rest().indexOf(pmix.self()));
    }

    /** Checks that an exception names the process that departed, and no other. */
    public void assertNamed(PmixException.MemberLost failure) {
        assertThat(failure.lost()).containsExactly(departed());
    }

    /** Checks that an operation fails because of the departure, and not because its time is over. */
    public void assertFails(ThrowingCallable operation) {
        long begin = System.nanoTime();
        assertThatThrownBy(operation).isInstanceOfSatisfying(PmixException.MemberLost.class, this::assertNamed);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Await.LIMIT);
    }

    /** Checks that a future fails because of the departure. */
    public void assertFails(CompletableFuture<?> future) {
        assertThat(future)
                .failsWithin(Await.LIMIT)
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(PmixException.MemberLost.class, this::assertNamed);
    }

    /** The others construct a group of an id, use it and end it. */
    public void useRest(String id) {
        Jobs.useGroup(pmix, id, rest());
    }
}
