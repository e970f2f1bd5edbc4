// SPDX-License-Identifier: Apache-2.0
package org.pmixj.snippets;

import java.time.Duration;
import java.util.List;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.directory.LookupRequest;
import org.pmixj.host.Capabilities;
import org.pmixj.host.Control;
import org.pmixj.host.QueryResult;
import org.pmixj.job.Job;
import org.pmixj.job.Node;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;
import org.pmixj.value.ProcInfo;
import org.pmixj.value.Query;

/** Holds the examples of the Javadoc. They are compiled with the tests, and nobody runs them. */
@SuppressWarnings({"unused", "try", "FutureReturnValueIgnored"})
final class HostSnippets {
    private static final Key<String> SERVICE = Key.of("myapp.service", ValueType.STRING);

    void publish(Pmix pmix) {
        // @start region="publish"
        pmix.directory().publish(SERVICE, "host:4711");
        String address = pmix.directory().lookup(SERVICE);
        // @end
    }

    void lookup(Pmix pmix) {
        // @start region="lookup"
        pmix.directory()
                .lookupAsync(LookupRequest.of(SERVICE).waitForAll().withTimeout(Duration.ofMinutes(1)))
                .thenAccept(found -> System.out.println("connect to " + found.get(SERVICE)));
        // @end
    }

    void spawn(Pmix pmix, Class<?> main) {
        // @start region="spawn"
        App worker = App.java(main, "--fast").processes(4).build();
        SpawnedJob workers = pmix.processes()
                .spawn(SpawnRequest.builder().apps(worker).independent().build());
        String address = pmix.get(workers.member(0), SERVICE);
        // @end
    }

    void spawnAsync(Pmix pmix, SpawnRequest request) {
        // @start region="spawn-async"
        pmix.processes()
                .spawnAsync(request)
                .thenCompose(SpawnedJob::terminated)
                .thenAccept(end -> System.out.println("exit status " + end.exitCode()));
        // @end
    }

    void allocation(Pmix pmix) {
        // @start region="allocation"
        pmix.control().allocate(Control.AllocationKind.NEW, Attributes.of(Keys.ALLOC_NUM_NODES, 2L));
        // @end
    }

    void capabilities(Pmix pmix) {
        // @start region="capabilities"
        Capabilities can = pmix.capabilities();
        boolean invitations = can.groupMethod() == Capabilities.GroupMethod.HOST;
        boolean spawns = can.canSpawn();
        // @end
    }

    void control(Pmix pmix, ProcId stray) {
        // @start region="control"
        pmix.control().log(Attributes.of(Keys.LOG_STDERR, "half way\n"), Attributes.none());
        pmix.control().job(List.of(stray), Attributes.of(Keys.JOB_CTRL_KILL, true));
        // @end
    }

    void controlAsync(Pmix pmix, Attributes text) {
        // @start region="control-async"
        pmix.control().logAsync(text, Attributes.none()).thenRun(() -> System.out.println("logged"));
        // @end
    }

    void jobControl(Pmix pmix, ProcId stray, String nspace) {
        // @start region="job-control"
        pmix.control().job(List.of(stray), Attributes.of(Keys.JOB_CTRL_KILL, true));
        pmix.control().job(List.of(ProcId.all(nspace)), Attributes.of(Keys.JOB_CTRL_SIGNAL, 10));
        // @end
    }

    void log(Pmix pmix) {
        // @start region="log"
        pmix.control()
                .log(
                        Attributes.of(Keys.LOG_STDERR, "rank 3 restarts\n"),
                        Attributes.of(Keys.LOG_TIMESTAMP_OUTPUT, true));
        // @end
    }

    void queries(Pmix pmix) {
        // @start region="queries"
        String nspace = pmix.self().nspace();
        for (ProcInfo process : pmix.queries().processTable(nspace)) {
            System.out.println(process.proc() + " is " + process.pid() + " on " + process.hostname());
        }
        long slots = pmix.queries().get(Keys.QUERY_AVAILABLE_SLOTS);
        QueryResult answer = pmix.queries().query(Query.of(Keys.QUERY_NUM_PSETS, Keys.QUERY_QUEUE_LIST));
        answer.missing().forEach((key, why) -> System.out.println("no " + key + ": " + why));
        // @end
    }

    void queriesAsync(Pmix pmix, String nspace) {
        // @start region="queries-async"
        pmix.queries().processTableAsync(nspace).thenAccept(System.out::println);
        // @end
    }

    void application(Pmix pmix) {
        // @start region="application"
        if (pmix.app().number() == 1) {
            System.out.println("monitor " + pmix.job().apps().get(0).members());
        }
        // @end
    }

    void job(Pmix pmix) {
        // @start region="job"
        Job job = pmix.job();
        for (Node node : job.nodes()) {
            System.out.println(node.hostname() + " has " + node.members());
        }
        String host = job.hostname(0).orElse("unknown");
        // @end
    }

    void node(Pmix pmix) {
        // @start region="node"
        Node here = pmix.node();
        if (here.leader().equals(pmix.self())) {
            System.out.println("one process of each node");
        }
        // @end
    }

    void process(Pmix pmix, ProcId peer, int devices) {
        // @start region="process"
        int device = pmix.process().localRank().orElse(0) % devices;
        boolean sharedMemory = pmix.process(peer).isLocal();
        // @end
    }
}
