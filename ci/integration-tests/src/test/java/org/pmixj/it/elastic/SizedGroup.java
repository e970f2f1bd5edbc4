// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.elastic;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.directory.LookupRequest;
import org.pmixj.elastic.AllocatedNode;
import org.pmixj.elastic.Elastic;
import org.pmixj.elastic.ElasticGroup;
import org.pmixj.elastic.NewMembers;
import org.pmixj.group.Group;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Launched;
import org.pmixj.process.App;

/**
 * A member of a group that changes its size. All members follow the same plan: who is killed, who leaves, how many come and
 * where. After each step they compare what they see.
 *
 * <p>Its arguments are the plan, the number of steps and a folder, and for new members the first job, the step and who
 * dies in it. The plan is the seed of a random one, or its {@linkplain #parse steps} with semicolons between them.
 */
final class SizedGroup {
    private static final Duration LIMIT = Await.LIMIT;
    /** For a change whose new processes do nothing. Another that fails does so when they end. */
    private static final Duration SHORT = Duration.ofSeconds(20);

    private static final String FORGES = "pmixj.sizes.forges";
    private static final int MOST = 6;
    private static final int LONGEST_DELAY_MILLIS = 1200;
    private static final List<String> NODES = List.of("node1:4", "node2:4", "");

    private final Pmix pmix;
    private final String[] args;
    private final int steps;
    private final Path folder;
    /** The job that the launcher has started, one process of which is never killed: all would end with it. */
    private final String first;

    private ElasticGroup elastic;
    private int step;
    /** The members that were killed and not replaced, as all know by the plan. */
    private final Set<ProcId> dead = new HashSet<>();

    private SizedGroup(Pmix pmix, String[] args, ElasticGroup elastic, boolean isNew) {
        this.pmix = pmix;
        this.args = args;
        this.steps = Integer.parseInt(args[1]);
        this.folder = Path.of(args[2]);
        this.elastic = elastic;
        this.first = isNew ? args[3] : pmix.self().nspace();
        if (isNew) {
            step = Integer.parseInt(args[4]);
            dead.addAll(elastic.places());
            dead.removeAll(elastic.group().members());
            elastic.places().stream()
                    .filter(place -> args[5].equals(place.toString()))
                    .forEach(dead::add);
        }
    }

    public static void main(String[] args) throws Exception {
        try (Pmix pmix = Pmix.builder().defaultTimeout(LIMIT).init()) {
            boolean isNew = args.length > 3;
            ElasticGroup elastic;
            if (Boolean.getBoolean(FORGES)) {
                forge(pmix);
            }
            try {
                elastic = isNew
                        ? ElasticGroup.join(pmix, LIMIT)
                        : ElasticGroup.of(
                                pmix,
                                pmix.groups().construct("sized", pmix.job().members()));
            } catch (PmixException e) {
                System.out.println(pmix.self() + " has not joined: " + e);
                return;
            }
            SizedGroup member = new SizedGroup(pmix, args, elastic, isNew);
            try {
                member.compare();
                member.run();
            } catch (Throwable e) {
                member.say("BROKEN at step " + member.step + ": " + e);
                throw e;
            }
        }
    }

    /** Publishes another message in place of the one for this process. */
    private static void forge(Pmix pmix) {
        Key<List<String>> key =
                Key.of("org.pmixj.elastic.group.join." + pmix.self().nspace(), ValueType.listOf(ValueType.STRING));
        List<String> message = new ArrayList<>(
                pmix.directory().lookup(LookupRequest.of(key).waitForAll()).get(key));
        pmix.directory().unpublish(key);
        message.set(0, "forged");
        pmix.directory().publish(key, message);
    }

    private void run() throws Exception {
        while (step < steps) {
            step++;
            if (!take(next())) {
                return;
            }
            compare();
        }
        if (isFirst()) {
            say("all " + steps + " steps, left: " + nodes());
        }
        elastic.group().close();
    }

    private void say(String what) {
        System.out.println(pmix.self() + ": " + what);
    }

    private void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError("step " + step + " on " + pmix.self() + ": " + otherwise);
        }
    }

    private List<String> nodes() {
        return Elastic.of(pmix).nodes().stream().map(AllocatedNode::name).toList();
    }

    // --- what the members see ------------------------------------------------------------------------------------

    /** Returns the members by rank that were not killed. */
    private List<ProcId> alive() {
        List<ProcId> alive = new ArrayList<>(elastic.places());
        alive.removeAll(dead);
        return List.copyOf(alive);
    }

    private boolean isFirst() {
        return alive().getFirst().equals(pmix.self());
    }

    /** Compares what the members see, by files: no member needs a message of another one that has died. */
    private void compare() throws Exception {
        Group group = elastic.group();
        List<ProcId> places = elastic.places();
        dead.retainAll(places);
        String seen = step + " " + group.id() + " " + alive() + " " + places;
        Files.writeString(file(pmix.self(), ".new"), seen);
        Files.move(file(pmix.self(), ".new"), file(pmix.self(), ""));
        for (ProcId member : alive()) {
            Path other = file(member, "");
            Await.until(member + " has compared in step " + step, () -> Files.exists(other));
            check(Files.readString(other).equals(seen), member + " sees " + Files.readString(other) + ", not " + seen);
        }
        // Members of other jobs learn of a death when an operation waits.
        List<ProcId> members = new ArrayList<>(group.members());
        check(members.get(group.rank()).equals(pmix.self()), "it has another rank: " + seen);
        members.removeAll(dead);
        check(members.equals(alive()), "the order is not that of the places: " + members + ", " + seen);
        check(new HashSet<>(places).size() == places.size(), "one is there twice: " + seen);
        // Nobody goes on, and may be killed, before all have compared.
        Files.writeString(file(pmix.self(), ".done"), "");
        for (ProcId member : alive()) {
            Await.until(member + " has compared", () -> Files.exists(file(member, ".done")));
        }
    }

    private Path file(ProcId member, String end) {
        return folder.resolve(step + "-" + member.nspace() + "-" + member.rank() + end);
    }

    // --- the plan ------------------------------------------------------------------------------------------------

    private enum Kind {
        GROW,
        SHRINK,
        REPLACE,
        KILL,
        /** The program of the new members ends at once. */
        BROKEN,
        /** That program does not join. */
        SILENT,
        /** That program replaces the message by which it joins. */
        FORGED
    }

    /**
     * Describes what happens in a step.
     *
     * @param who those who leave, or the one who is killed
     * @param victim who dies during the change, or null
     */
    private record Step(
            Kind kind,
            int count,
            String node,
            List<ProcId> who,
            @Nullable ProcId victim,
            int delay) {
        @Override
        public String toString() {
            return (kind + " " + (who.isEmpty() ? count + " " + node : who.toString())).trim()
                    + (victim == null ? "" : ", while " + victim + " dies after " + delay + " ms");
        }
    }

    private Step next() {
        return args[0].matches("-?\\d+")
                ? random(new Random(Long.parseLong(args[0]) * 1_000_003 + step))
                : parse(args[0].split(";")[step - 1].trim().split(" +"));
    }

    /**
     * Parses a step such as {@code grow 2 node1:2}, {@code grow 1 - 3 200}, {@code replace 0 -}, {@code shrink 3,4} or {@code
     * kill 2}. Members are given by their index among the living; two more numbers are the one that dies during the change
     * and its delay in milliseconds.
     */
    private Step parse(String[] words) {
        Kind kind = Kind.valueOf(words[0].toUpperCase(java.util.Locale.ROOT));
        List<ProcId> alive = alive();
        boolean isNamed = kind == Kind.SHRINK || kind == Kind.KILL;
        List<ProcId> who = new ArrayList<>();
        if (isNamed) {
            for (String index : words[1].split(",")) {
                who.add(alive.get(Integer.parseInt(index)));
            }
        }
        int more = isNamed ? 2 : 3;
        return new Step(
                kind,
                isNamed ? who.size() : kind == Kind.REPLACE ? dead.size() : Integer.parseInt(words[1]),
                isNamed || words[2].equals("-") ? "" : words[2],
                who,
                words.length > more ? alive.get(Integer.parseInt(words[more])) : null,
                words.length > more ? Integer.parseInt(words[more + 1]) : 0);
    }

    private Step random(Random random) {
        List<ProcId> alive = alive();
        int kind = random.nextInt(10);
        ProcId victim = random.nextInt(3) == 0 ? mortal(random) : null;
        int delay = random.nextInt(LONGEST_DELAY_MILLIS);
        String node = NODES.get(random.nextInt(NODES.size()));
        if (!node.isEmpty() && !nodes().contains(node.substring(0, node.indexOf(':')))) {
            // While a daemon starts, a death ends it: a defect of PRRTE.
            victim = null;
        }
        if (!dead.isEmpty() && kind < 5) {
            return new Step(Kind.REPLACE, dead.size(), node, List.of(), victim, delay);
        } else if (alive.size() > 3 && kind < 6) {
            List<ProcId> leaving = new ArrayList<>(alive);
            leaving.remove(last());
            Collections.shuffle(leaving, random);
            List<ProcId> who = List.copyOf(leaving.subList(0, 1 + random.nextInt(2)));
            return new Step(
                    Kind.SHRINK, who.size(), "", who, victim == null || who.contains(victim) ? null : victim, delay);
        } else if (alive.size() + dead.size() < MOST && kind < 9) {
            return new Step(Kind.GROW, 1 + random.nextInt(2), node, List.of(), victim, delay);
        }
        ProcId killed = mortal(random);
        return new Step(Kind.KILL, 1, "", killed == null ? List.of() : List.of(killed), null, 0);
    }

    /** Returns one that may be killed, or null. */
    private @Nullable ProcId mortal(Random random) {
        List<ProcId> mortal = new ArrayList<>(alive());
        mortal.remove(last());
        // With one of the first job dead no nodes can be added as long as that job runs.
        mortal.removeIf(process -> process.nspace().equals(first) && step < steps * 3 / 4);
        return mortal.isEmpty() ? null : mortal.get(random.nextInt(mortal.size()));
    }

    /** Returns the process of the first job that lives to the end. */
    private ProcId last() {
        return alive().stream()
                .filter(member -> member.nspace().equals(first))
                .reduce((_, last) -> last)
                .orElseThrow();
    }

    private NewMembers recruits(Step to) {
        App app = switch (to.kind()) {
            case BROKEN -> App.named("/bin/true").processes(to.count()).build();
            case SILENT -> App.named("/bin/sleep", "600").processes(to.count()).build();
            default ->
                App.java(
                                SizedGroup.class,
                                args[0],
                                args[1],
                                args[2],
                                first,
                                Integer.toString(step),
                                String.valueOf(to.victim()))
                        .jvmOptions(
                                "-Xmx64m",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-D" + FORGES + "=" + (to.kind() == Kind.FORGED))
                        .processes(to.count())
                        .build();
        };
        NewMembers some = NewMembers.of(app).withTimeout(to.kind() == Kind.SILENT ? SHORT : LIMIT);
        return to.node().isEmpty() ? some : some.onNodes(to.node());
    }

    private static boolean fails(Step to) {
        return List.of(Kind.BROKEN, Kind.SILENT, Kind.FORGED).contains(to.kind())
                || to.node().startsWith("no-");
    }

    // --- a step --------------------------------------------------------------------------------------------------

    /** Does a step. Returns whether this process still is a member. */
    private boolean take(Step next) throws Exception {
        if (isFirst()) {
            say("step " + step + ": " + next + ", " + alive().size() + " of "
                    + elastic.places().size() + " on " + nodes());
        }
        if (next.kind() == Kind.REPLACE && next.count() == 0) {
            // The one that died in the last step was noticed in time to be replaced in it, too.
            return true;
        } else if (next.kind() != Kind.KILL) {
            return change(next);
        }
        if (next.who().contains(pmix.self())) {
            Launched.killSelf();
        }
        dead.addAll(next.who());
        return true;
    }

    private CompletableFuture<?> start(Step change) {
        return switch (change.kind()) {
            // The members may name them in any order.
            case SHRINK ->
                elastic.shrinkAsync(
                        pmix.self().rank() % 2 == 0
                                ? change.who()
                                : change.who().reversed(),
                        LIMIT);
            case REPLACE -> elastic.replaceAsync(recruits(change));
            default -> elastic.growAsync(recruits(change));
        };
    }

    /** Changes the group, maybe while a member dies. */
    private boolean change(Step change) throws Exception {
        ElasticGroup group = elastic;
        Group old = group.group();
        List<ProcId> before = group.places();
        int size = alive().size();
        boolean isFirst = isFirst();
        ProcId victim = change.victim();
        long began = System.nanoTime();
        CompletableFuture<?> changing = start(change);
        if (pmix.self().equals(victim)) {
            TimeUnit.MILLISECONDS.sleep(change.delay());
            Launched.killSelf();
        }
        try {
            changing.join();
            if (change.who().contains(pmix.self())) {
                return false;
            }
            if (isFirst) {
                say("time " + change.kind() + " " + (System.nanoTime() - began) / 1_000_000 + " ms");
            }
            check(!fails(change), change + " has succeeded");
            dead.retainAll(group.places());
            int expected = change.kind() == Kind.SHRINK ? size - change.count() : size + change.count();
            check(victim != null || alive().size() == expected, change + " has led to " + group.places());
            checkOrder(change, before);
        } catch (CompletionException e) {
            check(change.kind() != Kind.SHRINK && !change.who().contains(pmix.self()), change + " failed: " + e);
            failed(change, e.getCause());
            check(
                    group.group() == old && group.places().equals(before),
                    "a change that has failed has changed the group");
        }
        if (victim != null) {
            dead.add(victim);
        }
        return true;
    }

    /** Checks that each member keeps its place, and that no place is vacant after a replacement. */
    private void checkOrder(Step change, List<ProcId> before) {
        List<ProcId> places = elastic.places();
        if (change.kind() == Kind.SHRINK) {
            List<ProcId> rest = new ArrayList<>(before);
            rest.removeAll(change.who());
            check(places.equals(rest), change + " has led to " + places);
            return;
        }
        for (int rank = 0; rank < before.size(); rank++) {
            boolean isReplaced = change.kind() == Kind.REPLACE && !before.contains(places.get(rank));
            check(isReplaced || places.get(rank).equals(before.get(rank)), change + " has led to " + places);
        }
        check(
                change.victim() != null
                        || change.kind() != Kind.REPLACE
                        || elastic.group().members().equals(places),
                change + " has led to " + elastic.group().members());
    }

    private void failed(Step change, Throwable failure) {
        say("step " + step + " failed: " + failure);
        boolean isRefused = failure instanceof PmixException.NotSupported
                || String.valueOf(failure.getMessage()).contains("is in reservation ");
        boolean isExpected = isRefused || change.victim() != null || fails(change);
        boolean isLate = failure instanceof PmixException.Timeout && !fails(change);
        check(isExpected && !isLate, change + " has failed: " + failure);
    }
}
