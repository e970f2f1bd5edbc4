// SPDX-License-Identifier: Apache-2.0
package org.pmixj.samples;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.pmixj.Key;
import org.pmixj.Persistence;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.directory.LookupRequest;
import org.pmixj.directory.PublishRequest;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;
import org.pmixj.process.Termination;

/**
 * Rank 0 publishes a task and spawns a job of workers. Each worker looks up the task, computes its part and publishes the
 * result, and rank 0 sums the results. The other ranks wait in a fence. The keys name the job, since all jobs of a DVM share
 * the directory.
 */
public final class SpawnWorkers {
    private static final int WORKERS = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private SpawnWorkers() {}

    private static Key<Long> limitOf(ProcId parent) {
        return Key.of("workers.limit." + parent.nspace(), ValueType.INT64);
    }

    private static Key<Long> sumOf(ProcId worker) {
        return Key.of("workers.sum." + worker.nspace() + "." + worker.rank(), ValueType.INT64);
    }

    /**
     * Runs one rank.
     *
     * @param args the last number to add, 1000 by default
     * @throws Exception if the workers do not end
     */
    public static void main(String[] args) throws Exception {
        long limit = args.length > 0 ? Long.parseLong(args[0]) : 1000;
        try (Pmix pmix = Pmix.init()) {
            if (pmix.self().rank() == 0) {
                System.out.println("1 + … + " + limit + " = " + sum(pmix, limit));
            }
            pmix.fence();
        }
    }

    private static long sum(Pmix pmix, long limit) throws Exception {
        pmix.directory().publish(limitOf(pmix.self()), limit);
        SpawnedJob workers = pmix.processes()
                .spawn(SpawnRequest.builder()
                        .apps(App.java(Worker.class).processes(WORKERS).build())
                        .mapBy(":oversubscribe")
                        .forwardOutput()
                        .build());
        long sum = 0;
        for (ProcId worker : workers.members()) {
            LookupRequest result = LookupRequest.of(sumOf(worker)).waitForAll().withTimeout(PATIENCE);
            sum += pmix.directory().lookup(result).get(sumOf(worker));
            pmix.directory().unpublish(sumOf(worker));
        }
        Termination end = workers.terminated().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        System.out.println("job " + workers.nspace() + " of " + workers.size() + " workers: " + end);
        pmix.directory().unpublish(limitOf(pmix.self()));
        return sum;
    }

    /** Runs one of the workers, which adds every {@value #WORKERS}th number. */
    public static final class Worker {
        private Worker() {}

        /**
         * Runs one worker.
         *
         * @param args none
         */
        public static void main(String[] args) {
            try (Pmix pmix = Pmix.init()) {
                ProcId parent = pmix.job().parent().orElseThrow();
                long limit = pmix.directory().lookup(limitOf(parent));
                long sum = 0;
                for (long number = pmix.self().rank() + 1L;
                        number <= limit;
                        number += pmix.job().size()) {
                    sum += number;
                }
                System.out.println("worker " + pmix.self().rank() + " of "
                        + pmix.job().size() + ", started by " + parent + ": " + sum);
                // A value that was put ends with its process. One published for the session stays until it is removed.
                pmix.directory()
                        .publish(PublishRequest.builder()
                                .value(sumOf(pmix.self()), sum)
                                .persistence(Persistence.SESSION)
                                .build());
            }
        }
    }
}
