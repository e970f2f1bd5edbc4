// SPDX-License-Identifier: Apache-2.0
package org.pmixj.samples;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.directory.LookupRequest;
import org.pmixj.event.Event;
import org.pmixj.event.EventDetail.ModelDeclared;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.HandlerBuilder;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.job.Job;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;

/**
 * A Java job and an Open MPI job, {@code hybrid-mpi.c}, form one PMIx group, exchange values and events, and notify each
 * other of their programming models. They are two jobs, since {@code MPI_Init} takes all processes of a namespace for
 * ranks of MPI. Either job may start the other, or a user may start both in one DVM.
 */
public final class HybridMpi {
    private static final String GROUP = "hybrid-mpi";
    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final Key<Integer> VALUE = Key.of("hybrid.value", ValueType.INT32);
    private static final Key<Integer> SUM = Key.of("hybrid.sum", ValueType.INT32);
    /** The size of a job and its namespace. */
    private static final Key<String> JAVA = Key.of("hybrid.java", ValueType.STRING);

    private static final Key<String> MPI = Key.of("hybrid.mpi", ValueType.STRING);
    /** A program's own codes are below {@code PMIX_EXTERNAL_ERR_BASE}. */
    private static final PmixStatus START = new PmixStatus(-3071);

    private static final PmixStatus RESULT = new PmixStatus(-3072);

    private final Pmix pmix;

    private HybridMpi(Pmix pmix) {
        this.pmix = pmix;
    }

    /**
     * Runs one rank.
     *
     * @param args the program of the other job and the number of its ranks; none if this job does not start it
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        try (Pmix pmix = Pmix.init()) {
            new HybridMpi(pmix).run(args);
        }
    }

    private void run(String[] args) throws InterruptedException {
        int rank = pmix.self().rank();
        Job own = pmix.job();
        BlockingQueue<Event> models = listen(pmix.events().on(Statuses.MODEL_DECLARED));
        BlockingQueue<Event> results = listen(pmix.events().on(RESULT));
        if (rank == 0) {
            pmix.directory().publish(JAVA, own.size() + " " + own.nspace());
            if (args.length > 0) {
                spawn(args[0], Integer.parseInt(args[1]));
            }
        }
        List<ProcId> mpi = lookUp();
        List<ProcId> all = new ArrayList<>(own.members());
        all.addAll(mpi);
        pmix.put(Scope.GLOBAL, VALUE, rank + 1);
        pmix.commit();

        try (Group group = pmix.groups()
                .construct(GroupRequest.named(GROUP).members(all).timeout(BOUND).build())) {
            say("in a group of " + own.size() + " Java and " + mpi.size() + " MPI ranks, as its rank " + group.rank());
            group.fence();
            int sum = 0;
            for (ProcId proc : mpi) {
                sum += pmix.get(proc, VALUE);
            }
            say("the MPI ranks' values add up to " + sum);
            if (rank == 0) {
                pmix.events()
                        .notify(Statuses.MODEL_DECLARED)
                        .to(mpi)
                        .with(Keys.PROGRAMMING_MODEL, "Java streams")
                        .with(Keys.MODEL_LIBRARY_NAME, "java.util.stream")
                        .with(Keys.THREADING_MODEL, "java")
                        .send();
                pmix.events().notify(START).to(mpi).send();
            }
            ModelDeclared model =
                    (ModelDeclared) next(models, "the model of MPI").detail();
            say("the MPI ranks use " + model.model() + " of " + model.library().orElse("?"));
            int result = next(results, "the sum of MPI").attributes().get(SUM).orElseThrow();
            say("MPI_Allreduce says " + result);
            group.fence();
            group.destruct();
        }
        say("done");
    }

    private static BlockingQueue<Event> listen(HandlerBuilder handler) {
        BlockingQueue<Event> events = new LinkedBlockingQueue<>();
        handler.register(event -> {
            events.add(event);
            return EventOutcome.partial();
        });
        return events;
    }

    private static Event next(BlockingQueue<Event> events, String what) throws InterruptedException {
        Event event = events.poll(BOUND.toSeconds(), TimeUnit.SECONDS);
        if (event == null) {
            throw new IllegalStateException("received no event with " + what);
        }
        return event;
    }

    private void spawn(String program, int ranks) {
        pmix.processes()
                .spawn(SpawnRequest.builder()
                        .apps(App.named(program).processes(ranks).build())
                        .mapBy("node:OVERSUBSCRIBE")
                        .timeout(BOUND)
                        .build());
    }

    private List<ProcId> lookUp() {
        String found = pmix.directory()
                .lookup(LookupRequest.of(MPI).waitForAll().withTimeout(BOUND))
                .find(MPI)
                .orElseThrow();
        // This also makes the host send this process the data of that job.
        return pmix.job(found.substring(found.indexOf(' ') + 1)).members();
    }

    private void say(String what) {
        System.out.println("java rank " + pmix.self().rank() + ": " + what);
    }
}
