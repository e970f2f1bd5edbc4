// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.elastic;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.elastic.AllocatedNode;
import org.pmixj.elastic.Elastic;
import org.pmixj.elastic.NodeRequest;
import org.pmixj.elastic.Reservation;
import org.pmixj.event.Event;
import org.pmixj.event.EventOutcome;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.it.support.Await;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;

/** Is spawned on added nodes, or changes the size of a DVM that others change too. It reports by files or its output. */
final class ElasticWorker {
    /** Longer than it takes to begin a change. */
    private static final Duration SILENCE = Duration.ofSeconds(15);

    private ElasticWorker() {}

    public static void main(String[] args) throws Exception {
        if (args[0].equals("member")) {
            System.setProperty("pmixj.repair.foreign-node-released", "off");
        }
        try (Pmix pmix = Pmix.init()) {
            switch (args[0]) {
                case "member" -> member(pmix, Path.of(args[1]));
                case "fail" -> fail(pmix);
                case "foreign" -> release(pmix, args[2], Path.of(args[1]), "foreign");
                case "after" -> after(pmix, args[1]);
                case "silent" -> silent(pmix, Path.of(args[1]));
                default -> cycle(pmix, args[1]);
            }
        }
    }

    /** Joins a group, and ends when it is asked to. */
    private static void member(Pmix pmix, Path folder) throws Exception {
        int rank = pmix.self().rank();
        try (Group group = pmix.groups().construct(GroupRequest.added("elastic").build())) {
            group.fence();
            if (rank == 0) {
                release(pmix, pmix.node().hostname(), folder, "own");
            }
            note(folder, rank + ".ready", pmix.node().hostname());
            Await.until("the end", () -> Files.exists(folder.resolve("leave")));
        }
        Await.until("the end", () -> Files.exists(folder.resolve("end")));
    }

    /** Tries to give back a node, and notes what has happened. */
    private static void release(Pmix pmix, String node, Path folder, String name) {
        String outcome;
        try {
            Elastic.of(pmix).release(NodeRequest.of(node));
            outcome = "released";
        } catch (RuntimeException e) {
            outcome = e.toString();
        }
        note(folder, name, outcome);
    }

    /** Adds a node, and returns what has happened. */
    private static String grow(Pmix pmix, NodeRequest node) {
        try {
            Elastic.of(pmix).grow(node);
            return "done";
        } catch (RuntimeException e) {
            return e.toString();
        }
    }

    /** Rank 0 adds a node, and then rank 1 another one while rank 0 lives. */
    private static void after(Pmix pmix, String node) throws Exception {
        int rank = pmix.self().rank();
        // The host changes the DVM, although its answer is an error: a job that ends meanwhile may never end.
        boolean unanswered =
                rank == 0 && String.valueOf(System.getenv("PMIXJ_FLAKY")).startsWith("failed");
        BlockingQueue<Event> ready = new LinkedBlockingQueue<>();
        if (unanswered) {
            pmix.events().on(new PmixStatus(PMIxConstants.PMIX_DVM_IS_READY())).register(event -> {
                ready.add(event);
                return EventOutcome.noAction();
            });
        }
        if (rank == 1) {
            pmix.fence();
        }
        System.out.println("rank " + rank + ", " + node + ": " + grow(pmix, NodeRequest.of(node)));
        if (rank == 0) {
            pmix.fence();
        }
        if (unanswered) {
            Await.next(ready);
        }
        pmix.fence();
    }

    /** Each rank notes how its change has failed. Nobody ends, because the launcher waits for a daemon. */
    private static void silent(Pmix pmix, Path folder) throws Exception {
        int rank = pmix.self().rank();
        if (rank == 1) {
            Await.until("rank 0 has failed", () -> Files.exists(folder.resolve("0")));
        }
        // The caller of rank 0 stops waiting, and rank 1 waits until the change of rank 0 has failed.
        NodeRequest node = NodeRequest.of("node" + (rank + 1));
        note(folder, Integer.toString(rank), grow(pmix, rank == 0 ? node.withTimeout(SILENCE) : node));
        if (rank == 1) {
            note(folder, "done", "");
        }
        pmix.fence();
    }

    /** Rank 0 adds a node that does not exist. Afterwards nobody changes the DVM, and jobs can be spawned. */
    private static void fail(Pmix pmix) throws Exception {
        String rank = pmix.self().rank() + ": ";
        if (pmix.self().rank() == 0) {
            try {
                Elastic.of(pmix).grow(NodeRequest.of("no-such-node").withUncheckedHosts());
            } catch (PmixException e) {
                System.out.println(rank + "grow: " + e);
            }
        }
        pmix.fence();
        try {
            Elastic.of(pmix).grow(NodeRequest.of("node1"));
        } catch (PmixException e) {
            System.out.println(rank + "next: " + e.status() + " " + e.getMessage());
        }
        System.out.println(rank + "nodes "
                + Elastic.of(pmix).nodes().stream().map(AllocatedNode::name).toList());
        SpawnedJob job = pmix.processes()
                .spawn(SpawnRequest.builder()
                        .apps(App.named("/bin/true").build())
                        .mapBy(":oversubscribe")
                        .bindTo("none")
                        .build());
        System.out.println(
                rank + "spawned, exit status " + Await.result(job.terminated()).exitCode());
        pmix.fence();
    }

    /** Adds a node and gives it back, three times. */
    private static void cycle(Pmix pmix, String node) {
        for (int round = 0; round < 3; round++) {
            try {
                Reservation more = Elastic.of(pmix).grow(NodeRequest.of(node + ":1"));
                Elastic.of(pmix).release(NodeRequest.of(more.names()));
            } catch (PmixException e) {
                System.out.println(node + ": " + e);
                return;
            }
        }
        System.out.println(node + ": done");
    }

    static void note(Path folder, String name, String text) {
        try {
            Path written = Files.writeString(folder.resolve("." + name), text);
            Files.move(written, folder.resolve(name));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
