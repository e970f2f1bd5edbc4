// SPDX-License-Identifier: Apache-2.0
package org.pmixj.samples;

import java.time.Duration;
import org.pmixj.Key;
import org.pmixj.Persistence;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.connect.ClusterNamespace;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.Connection;
import org.pmixj.connect.ConnectionEvent;
import org.pmixj.directory.LookupRequest;
import org.pmixj.directory.PublishRequest;

/**
 * Two jobs that were started separately find each other, connect, work together and disconnect: the example of PMIx RFC
 * 0003. Each publishes its namespace with the identifier of its cluster under a key that the other knows. The second job
 * may start at any time within the timeout.
 */
public final class Rendezvous {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Key<Long> PART = Key.of("rendezvous.part", ValueType.INT64);

    private Rendezvous() {}

    /** Returns the key under which a job publishes its namespace. */
    private static Key<String> meetingPoint(int job) {
        return Key.of("rendezvous.job." + job, ValueType.STRING);
    }

    /**
     * Runs one rank.
     *
     * @param args which of the two jobs this is, 1 or 2
     */
    public static void main(String[] args) {
        int job = Integer.parseInt(args[0]);
        // PRRTE does not name its cluster.
        try (Pmix pmix = Pmix.builder().clusterId("laboratory").init()) {
            String cluster = pmix.connections().clusterId().orElseThrow();
            ClusterNamespace mine = new ClusterNamespace(cluster, pmix.self().nspace());
            if (pmix.self().rank() == 0) {
                pmix.directory()
                        .publish(PublishRequest.builder()
                                .value(meetingPoint(job), mine.toString())
                                .persistence(Persistence.SESSION)
                                .build());
            }
            String other = pmix.directory()
                    .lookup(LookupRequest.of(meetingPoint(3 - job)).waitForAll().withTimeout(PATIENCE))
                    .get(meetingPoint(3 - job));
            pmix.connections().onChange(event -> tell(pmix, job, event));
            ConnectRequest request = ConnectRequest.builder()
                    .members(mine.all(), ProcId.all(other))
                    .id("rendezvous")
                    .notifyEach()
                    .timeout(PATIENCE)
                    .build();
            try (Connection connection = pmix.connections().connect(request)) {
                work(pmix, job, connection);
                connection.disconnect();
            }
            System.out.println("job " + job + ", rank " + pmix.self().rank() + ": disconnected");
            if (pmix.self().rank() == 0) {
                pmix.directory().unpublish(meetingPoint(job));
            }
        }
    }

    private static void tell(Pmix pmix, int job, ConnectionEvent event) {
        if (!event.proc().nspace().equals(pmix.self().nspace())) {
            System.out.println("job " + job + ", rank " + pmix.self().rank() + ": "
                    + event.getClass().getSimpleName() + " rank " + event.proc().rank() + " of the other");
        }
    }

    /** Puts the part of this process, and sums the parts of all processes of both jobs. */
    private static void work(Pmix pmix, int job, Connection connection) {
        pmix.put(Scope.GLOBAL, PART, 1L << connection.rank());
        pmix.commit();
        connection.fence();
        long sum = 0;
        for (int rank = 0; rank < connection.size(); rank++) {
            sum += pmix.get(connection.member(rank), PART);
        }
        System.out.println("job " + job + ", rank " + pmix.self().rank() + ": rank " + connection.rank() + " of "
                + connection.size() + " from " + connection.jobs().size() + " jobs; the parts add up to " + sum);
    }
}
