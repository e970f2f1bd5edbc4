// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.checks.Golden;
import org.pmixj.collectives.Collectives;
import org.pmixj.elastic.Elastic;
import org.pmixj.elastic.NodeRequest;
import org.pmixj.group.Group;
import org.pmixj.group.GroupOperations;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.InviteRequest;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Operations;
import org.pmixj.it.support.Operations.Operation;
import org.pmixj.junit.PmixTest;

/** Calls every operation under each host, and makes the table of what each host supports: HOSTS.md. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HostsIT {
    private static final Path COMMITTED = Path.of("../../groups-java/HOSTS.md");

    /** They end a process or the session, so they have tests of their own. */
    private static final Set<String> ENDING =
            Set.of("Pmix.close", "Pmix.abort", "Processes.abort", "Processes.abortAsync");

    private static final String ADDED = "GroupRequest.added";
    private static final String AWAITED = "Groups.awaitInvitation";
    private static final String GROW = "Elastic.grow";
    private static final String RELEASE = "Elastic.release";

    /** Sample arguments show nothing of these: they need another process, or a node that is not in the DVM. */
    private static final Set<String> APART = Set.of(ADDED, AWAITED, GROW, RELEASE);

    /** A node outside of the DVM. */
    private static final String OUTSIDE = "node1";

    private static Path cells(HostTable.Column column) {
        return Path.of("target", "hosts-" + column.name().toLowerCase(Locale.ROOT));
    }

    @BeforeAll
    static void begin() throws Exception {
        FewPowers.compile();
        for (HostTable.Column column : HostTable.Column.values()) {
            Files.deleteIfExists(cells(column));
        }
    }

    @Order(1)
    @PmixTest(
            ranks = 2,
            nodes = 2,
            launcher = {
                "--host",
                "node0:8",
                "--map-by",
                ":oversubscribe",
                "--prtemca",
                "prte_default_hostfile",
                "/dev/null",
                "--prtemca",
                "prte_elastic_mode",
                "1"
            })
    void underPrterun(Pmix pmix) throws Exception {
        callAll(
                pmix,
                pmix.capabilities().libraryVersion().isAtLeast(7, 0)
                        ? HostTable.Column.PRRTE_5
                        : HostTable.Column.PRRTE_3);
    }

    @Order(1)
    @PmixTest(ranks = 2, program = FewPowers.PROGRAM)
    void underAHostOfFewPowers(Pmix pmix) throws Exception {
        Map<String, String> cells = callAll(pmix, HostTable.Column.FEW_POWERS);
        assertThat(cells.values()).isSubsetOf("yes", "no");
    }

    /** Both ranks call the same operations one after the other, since some wait for all. */
    private static Map<String, String> callAll(Pmix pmix, HostTable.Column column) throws Exception {
        Map<String, String> cells = new TreeMap<>();
        for (Operation operation : Operations.of(pmix)) {
            if (!ENDING.contains(operation.name()) && !APART.contains(row(operation)) && !operation.isStep()) {
                add(cells, row(operation), outcome(operation, pmix));
            }
        }
        for (boolean async : new boolean[] {false, true}) {
            add(cells, ADDED, done(() -> constructAdded(pmix, async)));
        }
        add(cells, AWAITED, done(() -> awaitInvitation(pmix)));
        for (Class<?> type : List.of(Group.class, GroupOperations.class, Collectives.class)) {
            Method[] methods = type.getDeclaredMethods();
            // Reflection may return them in another order in each JVM.
            Arrays.sort(methods, Comparator.comparing(Method::toString));
            for (Method method : methods) {
                if (Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers())) {
                    callOnGroup(pmix, method, cells);
                }
            }
        }
        if (pmix.self().rank() == 0) {
            changeSize(Elastic.of(pmix), cells);
            List<String> lines = new ArrayList<>();
            cells.forEach((name, cell) -> lines.add(name + " " + cell));
            Files.write(cells(column), lines);
        }
        pmix.fence();
        return cells;
    }

    /** Rank 1 adds rank 0. */
    private static void constructAdded(Pmix pmix, boolean async) throws Exception {
        String id = "it-added-" + async;
        Group group;
        if (pmix.self().rank() == 1) {
            group = pmix.groups()
                    .construct(GroupRequest.named(id)
                            .members(pmix.self())
                            .addMembers(pmix.job().member(0))
                            .build());
        } else if (async) {
            group = Await.result(
                    pmix.groups().constructAsync(GroupRequest.added(id).build()));
        } else {
            group = pmix.groups().construct(GroupRequest.added(id).build());
        }
        group.destruct();
    }

    /** Rank 1 invites rank 0. */
    private static void awaitInvitation(Pmix pmix) {
        Group group = pmix.self().rank() == 0
                ? pmix.groups().awaitInvitation(Await.LIMIT).accept()
                : pmix.groups()
                        .invite(InviteRequest.named("it-awaited")
                                .members(pmix.job().member(0))
                                .build());
        group.destruct();
    }

    /** Adds the node that is outside, and gives it back. Where none can be added there is none to give back. */
    private static void changeSize(Elastic elastic, Map<String, String> cells) throws Exception {
        NodeRequest node = NodeRequest.of(OUTSIDE).withUncheckedHosts();
        for (boolean async : new boolean[] {false, true}) {
            String grown = done(() -> {
                if (async) {
                    Await.result(elastic.growAsync(node));
                } else {
                    elastic.grow(node);
                }
            });
            add(cells, GROW, grown);
            String released = !grown.equals("yes")
                    ? grown
                    : done(() -> {
                        if (async) {
                            Await.result(elastic.releaseAsync(node));
                        } else {
                            elastic.release(node);
                        }
                    });
            add(cells, RELEASE, released);
        }
    }

    private interface Step {
        void run() throws Exception;
    }

    /** Returns yes only if an operation is done, and not if it is answered in another way. */
    private static String done(Step step) throws Exception {
        try {
            step.run();
            return "yes";
        } catch (PmixException e) {
            return e instanceof PmixException.NotSupported ? "no" : e.toString();
        } catch (ExecutionException e) {
            return e.getCause() instanceof PmixException.NotSupported
                    ? "no"
                    : e.getCause().toString();
        }
    }

    private static void callOnGroup(Pmix pmix, Method method, Map<String, String> cells) throws Exception {
        Group group = pmix.groups().construct(Jobs.all(pmix, "it-operation").build());
        Object target = method.getDeclaringClass() == Collectives.class ? Collectives.of(group) : group;
        Operation operation = new Operation(target, method);
        add(cells, row(operation), outcome(operation, pmix));
        // Both have done with it.
        pmix.fence();
        if (operation.name().equals("Group.revoke") && "yes".equals(cells.get(row(operation)))) {
            group.close();
        } else if (group.state() == Group.State.ACTIVE) {
            group.destruct();
        }
        for (Group made : pmix.groups().active()) {
            if (made.members().size() > 1) {
                made.destruct();
            }
        }
    }

    private static String row(Operation operation) {
        // An overload that asks about something else.
        boolean other =
                operation.name().equals("Pmix.job") && operation.method().getParameterCount() > 0;
        String name = operation.name().replaceFirst("^GroupOperations", "Group");
        return name.replaceFirst("Async$", "") + (other ? "(nspace)" : "");
    }

    /** The forms of a method share a row; a failure of one is a failure of all. */
    private static void add(Map<String, String> cells, String name, String cell) {
        cells.merge(name, cell, (one, other) -> one.equals("yes") ? other : one);
    }

    private static String outcome(Operation operation, Pmix pmix) throws Exception {
        try {
            Object result = operation.call(Operations.samples(pmix, operation.method()));
            if (result instanceof CompletableFuture<?> future) {
                Await.result(future);
            }
            return "yes";
        } catch (ExecutionException e) {
            return HostTable.cell(e.getCause());
        } catch (Throwable e) {
            return HostTable.cell(e);
        }
    }

    @Order(2)
    @Test
    void theTableIsUpToDate() throws Exception {
        HostTable table = HostTable.read(COMMITTED);
        for (HostTable.Column column : HostTable.Column.values()) {
            if (Files.exists(cells(column))) {
                table.replace(column, read(cells(column)));
            }
        }
        Golden.check(COMMITTED, table.markdown());
    }

    private static Map<String, String> read(Path file) throws IOException {
        Map<String, String> cells = new TreeMap<>();
        for (String line : Files.readAllLines(file)) {
            String[] words = line.split(" ", 2);
            cells.put(words[0], words[1]);
        }
        return cells;
    }
}
