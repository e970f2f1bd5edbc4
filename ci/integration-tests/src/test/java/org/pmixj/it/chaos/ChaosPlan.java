// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.chaos;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a chaos job, which all ranks and the test compute from a seed, round by round: so each rank knows who takes
 * part in what, who leaves, and who is killed when. In a round the active ranks are divided into teams, each of which constructs a
 * group, uses it, and ends it. After the round, ranks that waited so far take the places of those that were killed.
 */
final class ChaosPlan {
    /** The ranks that take part in a round, as long as there are enough. */
    static final int ACTIVE = 9;

    /** No rank is killed if fewer would be left. */
    private static final int LEAST = 5;

    private static final int IDS = 6;

    /** Ranks are dealt to so many nodes in turn. */
    static final int NODES = 3;

    /**
     * PRRTE forgets an id so many constructs and destructs of other ids after its first use (round-of-id-forgotten), and who
     * calls a fence after so many fences of others (round-of-fence-forgotten).
     */
    private static final int REMEMBERED = 64;

    private static final int COLOURS = 3;
    private static final int MOST_STEPS = 4;
    private static final int MOST_ASYNC = 5;
    private static final int MOST_MICROS = 30_000;

    /** What the members request. */
    enum Kind {
        PLAIN,
        NOTIFYING,
        TOLERANT
    }

    /** What a team does in a step. The first is CONSTRUCT, the last one of the last two. */
    enum Operation {
        CONSTRUCT,
        EXCHANGE,
        REDUCE,
        FENCE,
        SPLIT,
        /** Several of the ones before, without waiting in between. */
        ASYNC,
        LEAVE,
        DESTRUCT,
        LEAVE_ALL
    }

    /** A rank that is killed in a step: so many microseconds after it has called, or instead if they are less than 0. */
    record Death(int rank, int micros) {}

    /**
     * A step of a team.
     *
     * @param present the members at its start, in the order of the group
     * @param leavers those of them that leave
     * @param settles whether the others wait afterwards until they all know who departed
     * @param seed for what the members choose in it
     */
    record Step(
            int number,
            Operation operation,
            List<Integer> present,
            List<Death> deaths,
            List<Integer> leavers,
            boolean settles,
            long seed) {
        List<Integer> dead() {
            return deaths.stream().map(Death::rank).toList();
        }

        /** Returns those who are killed, or leave. */
        List<Integer> departing() {
            return Stream.concat(dead().stream(), leavers.stream()).toList();
        }

        /** Returns the members at its end. */
        List<Integer> staying() {
            return without(present, departing());
        }

        /** Returns those who call the operation, and are not killed. */
        List<Integer> callers() {
            return operation == Operation.LEAVE ? leavers : staying();
        }

        private boolean fences() {
            Set<Operation> fencing = Set.of(Operation.FENCE);
            return operation == Operation.ASYNC
                    ? !Collections.disjoint(asyncs(), fencing)
                    : fencing.contains(operation);
        }

        @Nullable
        Death death(int rank) {
            return deaths.stream()
                    .filter(death -> death.rank() == rank)
                    .findFirst()
                    .orElse(null);
        }

        private Random random(int rank, int attempt, int what) {
            return new Random(seed ^ (rank * 1_000_003L + attempt * 7919L + what) * 0x9E37_79B9_7F4A_7C15L);
        }

        /** Returns a text that a member sends in an operation of the step. */
        String text(String operation, int rank, int attempt) {
            Random random = random(rank, attempt, operation.hashCode());
            int length = random.nextInt(random.nextInt(8) == 0 ? 8000 : 100);
            return random.ints(length, 'a', 'z' + 1)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
        }

        /** Returns a number that a member sends. */
        double number(int rank, int attempt) {
            return random(rank, attempt, 1).nextGaussian();
        }

        /** Returns the colour of a member in a split, -1 to 2. */
        int colour(int rank, int attempt) {
            return random(rank, attempt, 2).nextInt(COLOURS + 1) - 1;
        }

        /** Returns the key of a member in a split; some are equal. */
        int key(int rank, int attempt) {
            return random(rank, attempt, 3).nextInt(3);
        }

        /** Returns the operations that the members call without waiting in between. */
        List<Operation> asyncs() {
            Random random = new Random(seed);
            return random.ints(2 + random.nextInt(MOST_ASYNC - 1), 1, Operation.ASYNC.ordinal())
                    .mapToObj(ordinal -> Operation.values()[ordinal])
                    .toList();
        }

        /** Returns who has a colour, in the order of a split. */
        List<Integer> ofColour(int colour, int attempt) {
            return present.stream()
                    .filter(member -> colour(member, attempt) == colour)
                    .sorted(Comparator.comparingInt(member -> key(member, attempt)))
                    .toList();
        }
    }

    /** Some ranks that construct a group and use it. */
    record Team(String id, Kind kind, List<Integer> members, List<Step> steps) {
        private Team withId(String other) {
            return new Team(other, kind, members, steps);
        }

        /** Returns the most constructs and destructs in it: they are attempted again without those that were killed. */
        private int mostCalls() {
            int calls = 0;
            int attempts = 1;
            for (Step step : steps) {
                attempts += step.deaths().size();
                List<Operation> operations =
                        step.operation() == Operation.ASYNC ? step.asyncs() : List.of(step.operation());
                calls += attempts
                        * operations.stream().mapToInt(ChaosPlan::calls).sum();
            }
            return calls;
        }

        /** Returns the sets of ranks that may call a fence; also a destruct after a departure is one. */
        private Set<Set<Integer>> callers() {
            Set<Set<Integer>> callers = new HashSet<>();
            boolean isDeparted = false;
            for (Step step : steps) {
                isDeparted |= !step.departing().isEmpty();
                if (isDeparted || step.fences()) {
                    callers.add(new TreeSet<>(step.present()));
                    callers.add(new TreeSet<>(step.staying()));
                }
            }
            callers.removeIf(ranks -> ranks.size() < 2);
            return callers;
        }

        private boolean certainlyFences() {
            return nodes(members).size() > 1
                    && steps.stream().allMatch(step -> step.departing().isEmpty())
                    && steps.stream().anyMatch(Step::fences);
        }
    }

    /** How many fences of other ranks there were, at most before and at least after the round of the first one of some. */
    private record FirstFence(int most, int least) {}

    /** What the active ranks do; some of them may be in no team. */
    record Round(int number, List<Integer> active, List<Team> teams) {
        /** Returns the ranks that are alive at its end. */
        List<Integer> survivors() {
            Set<Integer> dead = new TreeSet<>();
            teams.forEach(team -> team.steps().forEach(step -> dead.addAll(step.dead())));
            return without(active, dead);
        }

        @Nullable
        Team teamOf(int rank) {
            return teams.stream()
                    .filter(team -> team.members().contains(rank))
                    .findFirst()
                    .orElse(null);
        }
    }

    private final Random random;
    private final int ranks;
    private final List<String> ids = new ArrayList<>();
    private List<Integer> active = new ArrayList<>();
    /**
     * By id, the nodes whose daemon may not know yet that the last operation of its group has ended. It would take the
     * next operation of the id for that one (reused-id-ignored), so no process of these nodes uses the id.
     */
    private final Map<String, Set<Integer>> unaware = new HashMap<>();

    /** By id, how many constructs and destructs there were at most before its first use. */
    private final Map<String, Integer> firstUses = new HashMap<>();

    private int calls;
    /** By ranks that call a fence, when they first did. */
    private final Map<Set<Integer>, FirstFence> firstFences = new HashMap<>();

    private int mostFences;
    private int leastFences;
    private int entered;
    private int rounds;
    private int names;

    /** Creates the plan of a job with so many ranks that take part, or wait for their turn. */
    ChaosPlan(long seed, int ranks) {
        this.random = new Random(seed);
        this.ranks = ranks;
        for (int id = 0; id < IDS; id++) {
            ids.add(newId());
        }
        replaceDead();
    }

    /** Returns the elements of a list that others do not have. */
    static List<Integer> without(List<Integer> list, Collection<Integer> others) {
        return list.stream().filter(element -> !others.contains(element)).toList();
    }

    private String newId() {
        return "chaos-" + names++;
    }

    private static Set<Integer> nodes(Collection<Integer> ranks) {
        return ranks.stream().map(rank -> rank % NODES).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns how many constructs and destructs of groups an operation consists of at most. */
    private static int calls(Operation operation) {
        return switch (operation) {
            case CONSTRUCT, DESTRUCT, LEAVE_ALL -> 1;
            case SPLIT -> 2 * COLOURS;
            default -> 0;
        };
    }

    /** Takes an id that the processes can use again, or a new one. */
    private String takeId(List<String> free, List<Integer> members) {
        for (String id : free) {
            boolean isRemembered = calls - firstUses.getOrDefault(id, calls) < REMEMBERED;
            if (isRemembered && Collections.disjoint(unaware.getOrDefault(id, Set.of()), nodes(members))) {
                free.remove(id);
                return id;
            }
        }
        String id = newId();
        ids.set(ids.indexOf(free.removeFirst()), id);
        return id;
    }

    /** Notes which daemons know that the operations of the ids have ended: each learns of them in their order. */
    private void noteEnds(Round round) {
        Set<Integer> survivors = new TreeSet<>(round.survivors());
        for (Team team : round.teams()) {
            List<Integer> rest = new ArrayList<>(team.members());
            rest.retainAll(survivors);
            unaware.values().forEach(nodes -> nodes.removeAll(nodes(rest)));
        }
        for (Team team : round.teams()) {
            Step last = team.steps().getLast();
            Set<Integer> nodes = nodes(IntStream.range(0, NODES).boxed().toList());
            if (last.operation() == Operation.DESTRUCT) {
                nodes.removeAll(nodes(last.callers()));
            }
            unaware.put(team.id(), nodes);
        }
    }

    private void replaceDead() {
        while (active.size() < ACTIVE && entered < ranks) {
            active.add(entered++);
        }
    }

    /** Returns the next round. */
    Round next() {
        List<Integer> shuffled = new ArrayList<>(active);
        Collections.shuffle(shuffled, random);
        Collections.shuffle(ids, random);
        List<List<Integer>> parts = new ArrayList<>();
        for (int first = 0; first < shuffled.size() && parts.size() < IDS; ) {
            int size = 1 + random.nextInt(shuffled.size() - first);
            // A part of one rank is mostly idle.
            if (size > 1 || random.nextInt(4) == 0) {
                parts.add(List.copyOf(shuffled.subList(first, first + size)));
            }
            first += size;
        }
        List<Team> unnamed = withoutForgotten(parts.stream().map(this::team).toList());
        int before = calls;
        calls += unnamed.stream().mapToInt(Team::mostCalls).sum();
        List<Team> teams = new ArrayList<>();
        List<String> free = new ArrayList<>(ids);
        for (Team team : unnamed) {
            teams.add(team.withId(takeId(free, team.members())));
        }
        teams.forEach(team -> firstUses.putIfAbsent(team.id(), before));
        Round round = new Round(rounds++, List.copyOf(active), teams);
        noteEnds(round);
        active = new ArrayList<>(round.survivors());
        replaceDead();
        return round;
    }

    /** Returns those of the teams whose fences PRRTE does not forget in this round. The others do nothing. */
    private List<Team> withoutForgotten(List<Team> teams) {
        int most = mostFences
                + teams.stream().mapToInt(team -> team.callers().size()).sum();
        firstFences.values().removeIf(first -> leastFences - first.least() >= REMEMBERED);
        List<Team> remembered = teams.stream()
                .filter(team -> team.callers().stream()
                        .map(firstFences::get)
                        .allMatch(first -> first == null || most - first.most() < REMEMBERED))
                .toList();
        int before = mostFences;
        mostFences = most;
        leastFences += (int) remembered.stream()
                .filter(team -> team.certainlyFences() && !firstFences.containsKey(new TreeSet<>(team.members())))
                .count();
        for (Team team : remembered) {
            team.callers().forEach(ranks -> firstFences.putIfAbsent(ranks, new FirstFence(before, leastFences)));
        }
        return remembered;
    }

    /** Returns a team that has no id yet. */
    private Team team(List<Integer> members) {
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        int last = 1 + random.nextInt(MOST_STEPS);
        List<Integer> victims = victims(members);
        List<Integer> when = victims.stream().map(_ -> random.nextInt(last + 1)).toList();
        List<Step> steps = new ArrayList<>();
        List<Integer> present = members;
        boolean isSettled = true;
        for (int number = 0; number <= last && !present.isEmpty(); number++) {
            List<Death> deaths = new ArrayList<>();
            for (int i = 0; i < victims.size(); i++) {
                if (when.get(i) == number && present.contains(victims.get(i))) {
                    deaths.add(new Death(victims.get(i), random.nextInt(3) == 0 ? -1 : random.nextInt(MOST_MICROS)));
                }
            }
            Step step = step(number, last, present, deaths, victims, isSettled);
            steps.add(step);
            isSettled = step.settles()
                    || (isSettled && deaths.isEmpty() && step.leavers().isEmpty());
            present = step.staying();
        }
        return new Team("", kind, members, List.copyOf(steps));
    }

    /** Returns who is killed while the team has its group: mostly nobody, and never the last of a team. */
    private List<Integer> victims(List<Integer> members) {
        Set<Integer> victims = new LinkedHashSet<>();
        if (random.nextInt(32) == 0) {
            int most = 1 + random.nextInt(4) / 3;
            while (victims.size() < Math.min(most, members.size() - 1)) {
                victims.add(members.get(random.nextInt(members.size())));
            }
        }
        // All places are taken by ranks that are left.
        return ranks - entered + active.size() - victims.size() - LEAST < 0 ? List.of() : List.copyOf(victims);
    }

    private Step step(
            int number, int last, List<Integer> present, List<Death> deaths, List<Integer> victims, boolean isSettled) {
        Operation operation = operation(number, number == last, isSettled, deaths);
        List<Integer> leavers = List.of();
        if (operation == Operation.LEAVE) {
            List<Integer> able = new ArrayList<>(without(present, victims));
            Collections.shuffle(able, random);
            leavers = List.copyOf(able.subList(0, Math.min(1 + random.nextInt(2), Math.max(0, able.size() - 1))));
        }
        boolean departs = !isSettled || !deaths.isEmpty() || !leavers.isEmpty();
        boolean settles = departs && number < last && random.nextBoolean();
        return new Step(number, operation, present, List.copyOf(deaths), leavers, settles, random.nextLong());
    }

    private Operation operation(int number, boolean isLast, boolean isSettled, List<Death> deaths) {
        if (number == 0) {
            return Operation.CONSTRUCT;
        } else if (isLast) {
            return random.nextInt(4) == 0 ? Operation.LEAVE_ALL : Operation.DESTRUCT;
        }
        while (true) {
            Operation operation = Operation.values()[1 + random.nextInt(Operation.LEAVE.ordinal())];
            // Members that do not all know who departed would repeat different operations.
            boolean isOfAll = operation == Operation.ASYNC;
            if (!isOfAll || (isSettled && deaths.isEmpty())) {
                return operation;
            }
        }
    }
}
