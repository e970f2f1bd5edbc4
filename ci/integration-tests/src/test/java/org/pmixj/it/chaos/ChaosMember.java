// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.collectives.Collectives;
import org.pmixj.collectives.Reductions;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.it.chaos.ChaosPlan.Death;
import org.pmixj.it.chaos.ChaosPlan.Kind;
import org.pmixj.it.chaos.ChaosPlan.Operation;
import org.pmixj.it.chaos.ChaosPlan.Round;
import org.pmixj.it.chaos.ChaosPlan.Step;
import org.pmixj.it.chaos.ChaosPlan.Team;
import org.pmixj.it.chaos.ChaosView.Outcome;
import org.pmixj.it.support.Await;

/**
 * What a member of a team does and sees. While somebody is killed, an operation may fail by {@code MemberLost}, if it names
 * those who departed. The survivors call a fence again at once, as a program does; of other operations they let each other know, by files, whether
 * it has succeeded for all, and repeat it if not.
 */
final class ChaosMember {
    /** A departure is known after so long. */
    private static final Duration KNOWN = Duration.ofSeconds(5);

    private static final Duration LEAVE = Duration.ofSeconds(5);
    private static final int MOST_ATTEMPTS = 6;
    private static final int MOST_PAUSE_MILLIS = 30;
    private static final CollectiveOptions WITHIN = CollectiveOptions.within(ChaosRank.TIMEOUT);

    private final ChaosRank self;
    private final Pmix pmix;
    private final int rank;
    private final Round round;
    private final Team team;

    /** Those who were killed or have left, and perhaps not all others know it. */
    private final Set<Integer> killed = new TreeSet<>();

    private final Set<Integer> left = new TreeSet<>();
    /** All of the group's members that were killed. */
    private final Set<Integer> dead = new TreeSet<>();

    private Group group;
    private int agreements;

    /** Checks a result, and returns what all members see alike. */
    private interface Check<T> extends Function<T, String> {}

    @SuppressWarnings("NullAway.Init") // the first step constructs the group
    ChaosMember(ChaosRank self, Pmix pmix, Round round, Team team) {
        this.self = self;
        this.pmix = pmix;
        this.rank = self.rank();
        this.round = round;
        this.team = team;
    }

    /** Takes part as long as this rank is a member. */
    void run() throws Exception {
        for (Step step : team.steps()) {
            if (!step.present().contains(rank)) {
                return;
            }
            pause();
            Death death = step.death(rank);
            if (death != null) {
                self.die(death.micros());
                callOnce(step);
                Thread.sleep(ChaosRank.LIMIT);
                throw new AssertionError("rank " + rank + " has survived its own SIGKILL");
            }
            // A construct that fails has no group whose members could be lost later.
            if (step.operation() != Operation.CONSTRUCT) {
                killed.addAll(step.dead());
                dead.addAll(step.dead());
            }
            run(step);
            if (step.settles() && step.staying().contains(rank)) {
                settle(step);
            }
        }
    }

    private static void pause() throws InterruptedException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (random.nextInt(4) == 0) {
            Thread.sleep(random.nextInt(MOST_PAUSE_MILLIS));
        }
    }

    private void run(Step step) throws Exception {
        switch (step.operation()) {
            case CONSTRUCT -> construct(step);
            case EXCHANGE -> exchange(step, "exchange", step.present());
            case REDUCE -> reduce(step);
            case FENCE -> fence(step);
            case SPLIT -> split(step);
            case ASYNC -> async(step);
            case LEAVE -> leave(step);
            case DESTRUCT -> destruct(step, group, "destruct", 0);
            case LEAVE_ALL -> leave(step, group, "leave");
        }
    }

    /** Calls as one that is killed meanwhile. */
    private void callOnce(Step step) {
        try {
            switch (step.operation()) {
                case CONSTRUCT -> pmix.groups().construct(request(team.id(), team.members()));
                case EXCHANGE -> group.with(WITHIN).exchange(ValueType.STRING, step.text("exchange", rank, 0));
                case REDUCE -> sum(step, 0);
                case FENCE -> group.with(WITHIN).fence();
                case SPLIT -> group.with(WITHIN).split(step.colour(rank, 0), step.key(rank, 0));
                case ASYNC, LEAVE, LEAVE_ALL -> {}
                case DESTRUCT -> group.with(WITHIN).destruct();
            }
        } catch (RuntimeException e) {
            // Another one was killed before.
        }
    }

    // --- calls -------------------------------------------------------------------------------------------------------

    /** Runs an operation. Returns its result, or null if it has reported departed members. */
    private <T> @Nullable T call(
            Step step, String operation, int attempt, Duration timeout, Callable<T> call, Check<T> check)
            throws Exception {
        T result = null;
        Outcome outcome = Outcome.WRONG;
        String detail;
        self.begins(operation + " in step " + step.number() + " of group " + team.id(), timeout);
        long began = System.nanoTime();
        long nanos;
        try {
            result = call.call();
            nanos = System.nanoTime() - began;
            detail = check.apply(result);
            outcome = Outcome.SUCCESS;
        } catch (PmixException | AssertionError | IllegalStateException | IllegalArgumentException e) {
            nanos = System.nanoTime() - began;
            detail = e.toString();
            if (e instanceof PmixException.MemberLost lost && mayFail(step, lost)) {
                outcome = Outcome.LOST;
            } else {
                e.printStackTrace();
            }
        }
        self.ended(new ChaosView(
                System.currentTimeMillis(),
                rank,
                round.number(),
                team.id(),
                step.number(),
                operation,
                attempt,
                outcome,
                nanos / 1_000_000,
                timeout.plus(ChaosRank.GRACE).toMillis(),
                detail));
        return outcome == Outcome.SUCCESS ? result : null;
    }

    private static Callable<Boolean> noResult(Runnable operation) {
        return () -> {
            operation.run();
            return true;
        };
    }

    private boolean mayFail(Step step, PmixException.MemberLost lost) {
        Set<Integer> departed = new TreeSet<>();
        if (step.operation() == Operation.DESTRUCT) {
            departed.addAll(team.kind() == Kind.PLAIN ? dead : Set.of());
        } else {
            departed.addAll(killed);
            departed.addAll(step.operation() == Operation.FENCE ? left : Set.of());
        }
        List<Integer> named = ranks(lost.lost());
        return team.kind() != Kind.TOLERANT && !named.isEmpty() && departed.containsAll(named);
    }

    /** Returns whether all survivors have succeeded. */
    private boolean agree(Step step, boolean success) throws InterruptedException {
        return self.agree(
                "agree-" + round.number() + "-" + step.number() + "-" + agreements++, success, step.staying());
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise);
        }
    }

    private static List<Integer> ranks(Collection<ProcId> procs) {
        return procs.stream().map(ProcId::rank).toList();
    }

    private List<ProcId> procs(List<Integer> ranks) {
        return ranks.stream().map(pmix.job()::member).toList();
    }

    /** Checks who is a member, in this order; those who may have departed may be missing. Returns the others. */
    private static String checkMembers(List<Integer> seen, List<Integer> expected, Set<Integer> departed) {
        List<Integer> others = ChaosPlan.without(expected, departed);
        require(
                seen.equals(expected.stream().filter(seen::contains).toList()) && seen.containsAll(others),
                "the members are " + seen + ", not " + expected + " without any of " + departed);
        return others.toString();
    }

    /** Returns who may have departed when this process sees the group for the first time: others may be steps ahead. */
    private Set<Integer> departedAfter(Step step) {
        Set<Integer> departed = new TreeSet<>(killed);
        for (Step next : team.steps().subList(step.number() + 1, team.steps().size())) {
            departed.addAll(next.operation() == Operation.LEAVE_ALL ? next.present() : next.departing());
            if (next.operation() != Operation.LEAVE) {
                break;
            }
        }
        return departed;
    }

    // --- construct ---------------------------------------------------------------------------------------------------

    private GroupRequest request(String id, List<Integer> members) {
        GroupRequest.Builder request =
                GroupRequest.named(id).members(procs(members)).timeout(ChaosRank.TIMEOUT);
        switch (team.kind()) {
            case PLAIN -> {}
            case NOTIFYING -> request.notifyTermination();
            case TOLERANT -> request.faultTolerant();
        }
        return request.build();
    }

    private void construct(Step step) throws Exception {
        killed.addAll(step.dead());
        group = constructed(
                step,
                "construct",
                attempt -> pmix.groups().construct(request(team.id(), attempt == 0 ? team.members() : step.staying())));
        dead.addAll(killed);
    }

    /** Constructs a group, again without those who were killed if that fails. */
    private Group constructed(Step step, String operation, Function<Integer, Group> construct) throws Exception {
        boolean isNew = step.operation() == Operation.CONSTRUCT;
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            int number = attempt;
            Group made = call(
                    step,
                    operation,
                    attempt,
                    ChaosRank.TIMEOUT,
                    () -> construct.apply(number),
                    result -> checkMembers(
                            ranks(result.members()),
                            isNew && number > 0 ? step.staying() : step.present(),
                            isNew ? departedAfter(step) : killed));
            if (step.deaths().isEmpty() || agree(step, made != null)) {
                return Objects.requireNonNull(made);
            }
            if (made != null) {
                leave(step, made, operation + " failed elsewhere: leave");
            }
            agree(step, true);
            if (isNew) {
                // The next one is without them.
                killed.clear();
            }
        }
        throw new AssertionError(operation + " failed " + MOST_ATTEMPTS + " times");
    }

    // --- use ---------------------------------------------------------------------------------------------------------

    private interface Attempt {
        /** Returns whether it succeeded. */
        boolean run(int attempt) throws Exception;
    }

    /** Repeats what fails for all if somebody was killed, until it succeeds for all. */
    private void repeat(Step step, Attempt attempt) throws Exception {
        for (int number = 0; number < MOST_ATTEMPTS; number++) {
            boolean isAlone = killed.isEmpty();
            boolean success = attempt.run(number);
            if (isAlone || agree(step, success)) {
                return;
            }
        }
        throw new AssertionError("step " + step + " failed " + MOST_ATTEMPTS + " times");
    }

    private void exchange(Step step, String operation, List<Integer> members) throws Exception {
        repeat(step, attempt -> {
            Map<ProcId, String> values = exchange(step, operation, attempt, group, members);
            if (values != null) {
                // All have been missed once.
                killed.retainAll(ranks(values.keySet()));
            }
            return values != null;
        });
    }

    private @Nullable Map<ProcId, String> exchange(
            Step step, String operation, int attempt, Group of, List<Integer> members) throws Exception {
        return call(
                step,
                operation,
                attempt,
                ChaosRank.TIMEOUT,
                () -> of.with(WITHIN).exchange(ValueType.STRING, step.text(operation, rank, attempt)),
                values -> checkTexts(step, operation, attempt, values, members));
    }

    private String checkTexts(
            Step step, String operation, int attempt, Map<ProcId, String> values, List<Integer> members) {
        values.forEach((proc, text) ->
                require(text.equals(step.text(operation, proc.rank(), attempt)), proc + " has sent another value"));
        List<Integer> senders = ranks(values.keySet());
        checkMembers(senders, members, killed);
        return senders.toString();
    }

    private void reduce(Step step) throws Exception {
        repeat(
                step,
                attempt -> call(
                                step,
                                "reduce",
                                attempt,
                                ChaosRank.TIMEOUT,
                                () -> sum(step, attempt),
                                sum -> checkSum(step, attempt, sum))
                        != null);
    }

    private double sum(Step step, int attempt) {
        return Collectives.of(group)
                .with(WITHIN)
                .allReduce(ValueType.DOUBLE, step.number(rank, attempt), Reductions.sum());
    }

    private String checkSum(Step step, int attempt, double sum) {
        require(possibleSums(step, attempt).contains(sum), "the sum is " + sum);
        return Double.toHexString(sum);
    }

    /** Returns the sums with and without the values of those who were killed. */
    private List<Double> possibleSums(Step step, int attempt) {
        List<Integer> unsure = step.present().stream().filter(killed::contains).toList();
        List<Double> sums = new ArrayList<>();
        for (int subset = 0; subset < 1 << unsure.size(); subset++) {
            Double sum = null;
            for (int member : step.present()) {
                int index = unsure.indexOf(member);
                if (index < 0 || (subset & 1 << index) != 0) {
                    double number = step.number(member, attempt);
                    sum = sum == null ? number : sum + number;
                }
            }
            sums.add(Objects.requireNonNull(sum));
        }
        return sums;
    }

    private void fence(Step step) throws Exception {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            Object done = call(
                    step,
                    "fence",
                    attempt,
                    ChaosRank.TIMEOUT,
                    noResult(() -> group.with(WITHIN).fence()),
                    _ -> "");
            if (done != null) {
                return;
            }
        }
        throw new AssertionError("step " + step + " failed " + MOST_ATTEMPTS + " times");
    }

    // --- groups that derive from the group ---------------------------------------------------------------------------

    private void split(Step step) throws Exception {
        repeat(step, attempt -> {
            boolean isAlone = killed.isEmpty();
            int colour = step.colour(rank, attempt);
            String operation = "split " + colour;
            Optional<Group> part = call(
                    step,
                    operation,
                    attempt,
                    ChaosRank.TIMEOUT,
                    () -> group.with(WITHIN).split(colour, step.key(rank, attempt)),
                    made -> checkPart(step, attempt, made));
            // Nobody leaves before all others have seen the group.
            if (!isAlone) {
                agree(step, true);
            }
            if (part != null && part.isPresent()) {
                if (isAlone) {
                    use(step, operation, attempt, part.get(), step.ofColour(colour, attempt));
                } else {
                    leave(step, part.get(), operation + ": leave");
                }
            }
            return part != null;
        });
    }

    private String checkPart(Step step, int attempt, Optional<Group> part) {
        int colour = step.colour(rank, attempt);
        require(part.isPresent() == colour >= 0, "a group of colour " + colour + ": " + part);
        return part.map(made -> checkMembers(ranks(made.members()), step.ofColour(colour, attempt), killed))
                .orElse("");
    }

    /** Uses and ends a group none of whose members departs. */
    private boolean use(Step step, String operation, int attempt, Group made, List<Integer> members) throws Exception {
        exchange(step, operation + ": exchange", attempt, made, members);
        call(
                step,
                operation + ": fence",
                attempt,
                ChaosRank.TIMEOUT,
                noResult(() -> made.with(WITHIN).fence()),
                _ -> "");
        destruct(step, made, operation + ": destruct", attempt);
        return true;
    }

    // --- without waiting ---------------------------------------------------------------------------------------------

    /** An operation that was called: waits for its result, checks it, and returns what all members see alike. */
    private interface Called extends Callable<String> {}

    /** Calls several operations, as all members do in the same order, and then uses the groups that they have constructed. */
    private void async(Step step) throws Exception {
        List<Callable<Boolean>> uses = new ArrayList<>();
        call(
                step,
                "async",
                0,
                ChaosRank.TIMEOUT,
                () -> {
                    List<Called> called = new ArrayList<>();
                    for (Operation operation : step.asyncs()) {
                        called.add(called(step, operation, called.size(), uses));
                    }
                    List<String> seen = new ArrayList<>();
                    for (Called one : called) {
                        seen.add(one.call());
                    }
                    return seen;
                },
                List::toString);
        for (Callable<Boolean> use : uses) {
            use.call();
        }
    }

    private Called called(Step step, Operation operation, int number, List<Callable<Boolean>> uses) {
        String name = "async " + number;
        switch (operation) {
            case EXCHANGE -> {
                String text = step.text(name, rank, number);
                CompletableFuture<Map<ProcId, String>> values =
                        group.with(WITHIN).exchangeAsync(ValueType.STRING, text);
                return () -> checkTexts(step, name, number, result(values), step.present());
            }
            case REDUCE -> {
                CompletableFuture<Double> sum = Collectives.of(group)
                        .with(WITHIN)
                        .allReduceAsync(ValueType.DOUBLE, step.number(rank, number), Reductions.sum());
                return () -> checkSum(step, number, result(sum));
            }
            case SPLIT -> {
                int colour = step.colour(rank, number);
                CompletableFuture<Optional<Group>> part = group.with(WITHIN).splitAsync(colour, step.key(rank, number));
                return () -> {
                    Optional<Group> made = result(part);
                    checkPart(step, number, made);
                    made.ifPresent(one -> uses.add(
                            () -> use(step, name + " split " + colour, number, one, step.ofColour(colour, number))));
                    return "";
                };
            }
            default -> {
                CompletableFuture<Void> fence = group.with(WITHIN).fenceAsync();
                return () -> String.valueOf(result(fence));
            }
        }
    }

    private static <T> T result(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof PmixException cause ? cause : e;
        }
    }

    // --- ends --------------------------------------------------------------------------------------------------------

    private void leave(Step step) throws Exception {
        if (step.leavers().contains(rank)) {
            leave(step, group, "leave");
        } else {
            left.addAll(step.leavers());
        }
    }

    private void leave(Step step, Group of, String operation) throws Exception {
        call(step, operation, 0, LEAVE, noResult(of::leave), _ -> "");
    }

    private void destruct(Step step, Group of, String operation, int attempt) throws Exception {
        call(
                step,
                operation,
                attempt,
                ChaosRank.TIMEOUT,
                noResult(() -> of.with(WITHIN).destruct()),
                _ -> "");
    }

    /** Waits until all survivors know who departed. */
    private void settle(Step step) throws Exception {
        List<Integer> staying = step.staying();
        call(
                step,
                "departures known",
                0,
                KNOWN,
                () -> Await.until(KNOWN, () -> ranks(group.members()).equals(staying)),
                isKnown -> {
                    require(isKnown, "the members are " + ranks(group.members()) + ", not " + staying);
                    return staying.toString();
                });
        agree(step, true);
        if (!killed.isEmpty()) {
            exchange(step, "exchange afterwards", staying);
            require(killed.isEmpty(), "values of " + killed + " arrived later");
        }
        left.clear();
    }
}
