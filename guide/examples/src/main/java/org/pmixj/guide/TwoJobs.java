// SPDX-License-Identifier: Apache-2.0
package org.pmixj.guide;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.Connection;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;
import org.pmixj.process.Termination;

/** A job starts another job, and both connect. */
public final class TwoJobs {
    private static final Key<String> OTHER = Key.of("myapp.other", ValueType.STRING);
    private static final Key<String> ADDRESS = Key.of("myapp.coupling", ValueType.STRING);

    private TwoJobs() {}

    /**
     * Runs one rank of the first job.
     *
     * @param args none
     * @throws Exception if the other job does not end
     */
    public static void main(String[] args) throws Exception {
        try (Pmix pmix = Pmix.init()) {
            if (pmix.self().rank() == 0) {
                SpawnedJob job = spawn(pmix);
                couple(pmix, job.nspace());
                // --8<-- [start:end]
                Termination end = job.terminated().get(30, TimeUnit.SECONDS);
                System.out.println("the other job of " + job.size() + " ended with " + end.exitCode());
                // --8<-- [end:end]
            } else {
                // --8<-- [start:namespace]
                String other = pmix.get(pmix.job().member(0), OTHER); // waits until rank 0 has committed it
                // --8<-- [end:namespace]
                couple(pmix, other);
            }
        }
    }

    private static SpawnedJob spawn(Pmix pmix) {
        // --8<-- [start:spawn]
        SpawnedJob job = pmix.processes()
                .spawn(SpawnRequest.builder()
                        .apps(App.java(Coupled.class).processes(2).build())
                        .mapBy(":oversubscribe")
                        .forwardOutput()
                        .build());
        pmix.put(Scope.GLOBAL, OTHER, job.nspace());
        pmix.commit();
        // --8<-- [end:spawn]
        return job;
    }

    /** Runs one rank of the other job. */
    public static final class Coupled {
        private Coupled() {}

        /**
         * Connects to the job that spawned this one.
         *
         * @param args none
         */
        public static void main(String[] args) {
            try (Pmix pmix = Pmix.init()) {
                // --8<-- [start:parent]
                String other = pmix.job().parent().orElseThrow().nspace();
                // --8<-- [end:parent]
                couple(pmix, other);
            }
        }
    }

    private static void couple(Pmix pmix, String other) {
        pmix.put(Scope.GLOBAL, ADDRESS, "port " + (5000 + pmix.self().rank()));
        pmix.commit();
        // --8<-- [start:connect]
        ConnectRequest request = ConnectRequest.builder()
                .members(ProcId.all(pmix.self().nspace()), ProcId.all(other))
                .timeout(Duration.ofSeconds(30))
                .build();
        // Returns when all processes of both have called it.
        try (Connection both = pmix.connections().connect(request)) {
            both.fence();
            String address = pmix.get(new ProcId(other, 0), ADDRESS);
            System.out.println("rank " + pmix.self().rank() + ": one of " + both.size() + ", the other has " + address);
            both.disconnect(); // all together; an exception before this leaves alone
        }
        // --8<-- [end:connect]
    }
}
