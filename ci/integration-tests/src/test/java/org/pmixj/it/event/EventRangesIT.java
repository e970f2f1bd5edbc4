// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.pmixj.it.support.Await.LIMIT;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Range;
import org.pmixj.ValueType;
import org.pmixj.event.Event;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.Events;
import org.pmixj.event.Notification;
import org.pmixj.event.Registration;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.Smoke;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;

/** Whom an event reaches, and nobody else: two jobs on the same nodes, one of which sends. */
class EventRangesIT {
    private static final PmixStatus CODE = new PmixStatus(-3010);
    private static final Key<String> CASE = Key.of("it.case", ValueType.STRING);
    private static final String LAST = "last";

    private static final int SENDER = 1;
    private static final int PARENTS = 5;
    private static final int CHILDREN = 3;

    /** The range of an event, and the processes that must receive it. */
    private record Case(Notification notification, List<ProcId> receivers) {}

    /** The events a process received, by its handlers' names. */
    private static final class Seen implements AutoCloseable {
        private final Pmix pmix;
        private final List<Registration> registrations = new ArrayList<>();
        private final Map<String, BlockingQueue<String>> byHandler = new ConcurrentHashMap<>();

        Seen(Pmix pmix) {
            this.pmix = pmix;
            Events events = pmix.events();
            registrations.add(events.on(CODE).register(event -> add("all", event)));
            for (Range range : List.of(Range.PROC_LOCAL, Range.LOCAL, Range.NAMESPACE, Range.SESSION, Range.GLOBAL)) {
                registrations.add(events.on(CODE).from(range).register(event -> add("from " + range, event)));
            }
        }

        private EventOutcome add(String handler, Event event) {
            String name = event.attributes().get(CASE).orElseThrow();
            byHandler
                    .computeIfAbsent(handler, key -> new LinkedBlockingQueue<>())
                    .add(name);
            return EventOutcome.noAction();
        }

        /** Everything up to the last event, which goes to all. */
        List<String> all() throws InterruptedException {
            BlockingQueue<String> queue = byHandler.computeIfAbsent("all", key -> new LinkedBlockingQueue<>());
            List<String> names = new ArrayList<>();
            while (true) {
                String name = Await.next(queue);
                if (LAST.equals(name)) {
                    return names;
                }
                names.add(name);
            }
        }

        List<String> of(Range range) {
            return List.copyOf(byHandler.getOrDefault("from " + range, new LinkedBlockingQueue<>()));
        }

        @Override
        public void close() {
            registrations.forEach(Registration::close);
        }
    }

    private static ProcId sender(String nspace) {
        return new ProcId(nspace, SENDER);
    }

    private static String node(Pmix pmix, ProcId proc) {
        return pmix.process(proc).hostname().orElseThrow();
    }

    // --- the other job -------------------------------------------------------------------------------------------

    static final class Child {
        public static void main(String[] args) throws Exception {
            Path directory = Path.of(args[0]);
            String report = "all is well";
            try (Pmix pmix = Pmix.init();
                    Seen seen = new Seen(pmix)) {
                String parent = pmix.job().parent().orElseThrow().nspace();
                boolean sameNode = node(pmix, sender(parent)).equals(node(pmix, pmix.self()));
                pmix.fence();
                Files.createFile(directory.resolve("ready-" + pmix.self().rank()));
                try {
                    List<String> all = seen.all();
                    List<String> expected = Files.readAllLines(
                            directory.resolve("expected-" + pmix.self().rank()));
                    assertThat(all).isEqualTo(expected);
                    List<String> withLast = new ArrayList<>(expected);
                    withLast.add(LAST);
                    Await.until(
                            "the handler of all", () -> seen.of(Range.GLOBAL).equals(withLast));
                    assertThat(seen.of(Range.LOCAL)).isEqualTo(sameNode ? withLast : List.of());
                    assertThat(seen.of(Range.NAMESPACE)).isEmpty();
                    assertThat(seen.of(Range.PROC_LOCAL)).isEmpty();
                } catch (Throwable e) {
                    report = e.toString();
                }
                Files.writeString(directory.resolve("child-" + pmix.self().rank()), report);
                pmix.fence();
                Await.until("the parent has looked", () -> Files.exists(directory.resolve("looked")));
            }
        }
    }

    // --- the job that sends --------------------------------------------------------------------------------------

    private static Map<String, Case> cases(Pmix pmix, String child, @Nullable Group group) {
        Events events = pmix.events();
        String own = pmix.self().nspace();
        List<ProcId> parents = pmix.job().members();
        List<ProcId> children = pmix.job(child).members();
        List<ProcId> everybody = new ArrayList<>(parents);
        everybody.addAll(children);
        List<ProcId> sameNode = new ArrayList<>();
        for (ProcId proc : everybody) {
            if (node(pmix, proc).equals(node(pmix, sender(own)))) {
                sameNode.add(proc);
            }
        }
        List<ProcId> some = List.of(parents.get(0), children.get(2), parents.get(2));
        List<ProcId> members = List.of(parents.get(4), parents.get(1), parents.get(0));
        Map<String, Case> cases = new LinkedHashMap<>();
        cases.put("unless given", new Case(events.notify(CODE), parents));
        cases.put("process", new Case(events.notify(CODE).toProcess(), List.of(sender(own))));
        cases.put("node", new Case(events.notify(CODE).toNode(), sameNode));
        cases.put("namespace", new Case(events.notify(CODE).toNamespace(), parents));
        cases.put("other namespace", new Case(events.notify(CODE).toNamespace(child), children));
        cases.put("session", new Case(events.notify(CODE).toSession(), everybody));
        cases.put("all", new Case(events.notify(CODE).toAll(), everybody));
        cases.put("host", new Case(events.notify(CODE).toHost(), List.of(sender(own))));
        cases.put("some", new Case(events.notify(CODE).to(some), some));
        cases.put("one", new Case(events.notify(CODE).to(parents.get(3)), List.of(parents.get(3))));
        cases.put("whole and one", new Case(events.notify(CODE).to(List.of(ProcId.all(own), parents.get(2))), parents));
        cases.put(
                "both namespaces",
                new Case(events.notify(CODE).to(List.of(ProcId.all(own), ProcId.all(child))), everybody));
        if (group != null) {
            cases.put("group", new Case(events.notify(CODE).toGroup(group), members));
            cases.put(
                    "ranks of the group",
                    new Case(events.notify(CODE).toGroupRanks(group, 2, 0), List.of(members.get(0), members.get(2))));
            cases.put("group by its id", new Case(events.notify(CODE).to(ProcId.all(group.id())), members));
            cases.put(
                    "rank by the group's id",
                    new Case(events.notify(CODE).to(new ProcId(group.id(), 1)), List.of(members.get(1))));
        }
        return cases;
    }

    private static List<String> expected(Map<String, Case> cases, ProcId proc) {
        List<String> names = new ArrayList<>();
        cases.forEach((name, each) -> {
            if (each.receivers().contains(proc)) {
                names.add(name);
            }
        });
        return names;
    }

    private static void eachReachesItsRange(Pmix pmix, RankContext context) throws Exception {
        Path directory = context.scratch();
        Group group = null;
        if (List.of(4, 1, 0).contains(pmix.self().rank())) {
            group = pmix.groups()
                    .construct(GroupRequest.named("it-ranges")
                            .members(
                                    pmix.job().member(4),
                                    pmix.job().member(1),
                                    pmix.job().member(0))
                            .build());
        }
        try (Seen seen = new Seen(pmix)) {
            if (pmix.self().rank() == SENDER) {
                String child = pmix.processes()
                        .spawn(SpawnRequest.builder()
                                .apps(App.java(Child.class, directory.toString())
                                        .jvmOptions("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx64m")
                                        .processes(CHILDREN)
                                        .build())
                                .mapBy("node:OVERSUBSCRIBE")
                                .bindTo("none")
                                .independent()
                                .build())
                        .nspace();
                Map<String, Case> cases = cases(pmix, child, group);
                for (int rank = 0; rank < CHILDREN; rank++) {
                    Files.write(directory.resolve("expected-" + rank), expected(cases, new ProcId(child, rank)));
                    Path ready = directory.resolve("ready-" + rank);
                    Await.until(ready.toString(), () -> Files.exists(ready));
                }
                for (int rank = 0; rank < PARENTS; rank++) {
                    Files.write(
                            directory.resolve("parent-" + rank),
                            expected(cases, pmix.job().member(rank)));
                }
                pmix.fence();
                cases.forEach(
                        (name, each) -> each.notification().with(CASE, name).send());
                pmix.events().notify(CODE).toAll().with(CASE, LAST).send();
            } else {
                pmix.fence();
            }
            List<String> all = seen.all();
            boolean sameNode =
                    node(pmix, pmix.self()).equals(node(pmix, sender(pmix.self().nspace())));
            List<String> expected = new ArrayList<>(
                    Files.readAllLines(directory.resolve("parent-" + pmix.self().rank())));
            assertThat(all).isEqualTo(expected);
            expected.add(LAST);
            Await.until("the handler of all", () -> seen.of(Range.GLOBAL).equals(expected));
            assertThat(seen.of(Range.SESSION)).isEqualTo(expected);
            assertThat(seen.of(Range.NAMESPACE)).isEqualTo(expected);
            assertThat(seen.of(Range.LOCAL)).isEqualTo(sameNode ? expected : List.of());
            assertThat(seen.of(Range.PROC_LOCAL)).isEqualTo(pmix.self().rank() == SENDER ? expected : List.of());
            if (pmix.self().rank() == SENDER) {
                for (int rank = 0; rank < CHILDREN; rank++) {
                    Path report = directory.resolve("child-" + rank);
                    Await.until(report.toString(), () -> report.toFile().length() > 0);
                    assertThat(report).hasContent("all is well");
                }
                Files.createFile(directory.resolve("looked"));
            }
            pmix.fence();
        }
        if (group != null) {
            group.destruct();
        }
    }

    @Smoke
    @Tag("row:hybrid-54")
    @PmixTest(
            ranks = PARENTS,
            nodes = {1, 3})
    void whomAnEventReaches(Pmix pmix, RankContext context) throws Exception {
        eachReachesItsRange(pmix, context);
        nobodyIsTold(pmix);
    }

    // --- who does not exist --------------------------------------------------------------------------------------

    private static void nobodyIsTold(Pmix pmix) {
        assertThatExceptionOfType(PmixException.NotFound.class)
                .isThrownBy(
                        () -> pmix.events().notify(CODE).toNamespace("nosuch").send())
                .withMessageContaining("nosuch");
        assertThat(pmix.events().notify(CODE).toNamespace("nosuch").sendAsync())
                .failsWithin(LIMIT)
                .withThrowableThat()
                .withCauseInstanceOf(PmixException.NotFound.class);
        assertThatExceptionOfType(PmixException.NotFound.class)
                .isThrownBy(() -> pmix.events()
                        .notify(CODE)
                        .to(new ProcId(pmix.self().nspace(), PARENTS))
                        .send())
                .withMessageContaining("has " + PARENTS);
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-gone").build());
        Notification toGroup = pmix.events().notify(CODE).toGroup(group);
        group.destruct();
        assertThatIllegalStateException().isThrownBy(toGroup::send).withMessageContaining("it-gone");
        assertThatIllegalStateException()
                .isThrownBy(() -> pmix.events().notify(CODE).toGroup(group));
        assertThatIllegalStateException()
                .isThrownBy(() -> pmix.events().notify(CODE).toNode().toNamespace());
    }
}
