// SPDX-License-Identifier: Apache-2.0
package org.pmixj.samples;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.elastic.Elastic;
import org.pmixj.elastic.Reservation;
import org.pmixj.group.Group;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;

/**
 * A pool of processes counts primes, piece by piece. When it sees that much work is waiting, rank 0 adds nodes to the DVM and
 * spawns a worker for each of their slots. The workers join the pool, whose members keep their ranks. When the work is done
 * the workers leave, and the nodes are given back.
 *
 * <p>The launcher must be elastic and must not use the further nodes yet, as with {@code samples/run elastic-pool}.
 */
public final class ElasticPool {
    private static final String POOL = "elastic-pool";
    private static final int PIECES = 24;
    private static final long LENGTH = 20_000;
    private static final Duration BOUND = Duration.ofSeconds(60);

    private ElasticPool() {}

    /**
     * Runs one rank.
     *
     * @param args the nodes to add, each with its slots, such as {@code node1:2}
     * @throws Exception if the workers do not end
     */
    public static void main(String[] args) throws Exception {
        try (Pmix pmix = Pmix.builder().defaultTimeout(BOUND).init()) {
            Group pool = pmix.groups().construct(POOL, pmix.job().members());
            Work work = new Work();
            work.round(pool);
            say(pmix, work.waiting() + " pieces wait for " + pool.size() + " members");

            Elastic elastic = Elastic.of(pmix);
            Reservation more = null;
            SpawnedJob workers = null;
            String nspace = "";
            // --8<-- [start:grow]
            if (pmix.self().rank() == 0) {
                more = elastic.grow(args);
                say(pmix, "added " + more.names() + " with " + more.slots() + " slots");
                workers = spawn(pmix, more);
                nspace = workers.nspace();
            }
            // The other ranks learn from rank 0 who joins.
            nspace = pool.exchange(ValueType.STRING, nspace).values().iterator().next();
            pool = pool.extend(List.of(ProcId.all(nspace)));
            // --8<-- [end:grow]
            say(pmix, "the pool has " + pool.size() + " members");
            work.finish(pool);
            say(pmix, work.result());

            // --8<-- [start:release]
            if (more != null && workers != null) {
                workers.terminated().get(BOUND.toSeconds(), TimeUnit.SECONDS);
                elastic.release(more);
                say(pmix, "gave back " + more.names() + ", " + elastic.nodes().size() + " node is left");
            }
            // --8<-- [end:release]
            pmix.fence();
        }
    }

    // --8<-- [start:spawn]
    private static SpawnedJob spawn(Pmix pmix, Reservation more) {
        return pmix.processes()
                .spawn(SpawnRequest.builder()
                        .apps(App.java(Worker.class).processes(more.slots()).build())
                        .directives(Elastic.of(pmix).onto(more))
                        .bindTo("none")
                        .forwardOutput()
                        .build());
    }
    // --8<-- [end:spawn]

    private static void say(Pmix pmix, String what) {
        System.out.println(pmix.self() + ": " + what);
    }

    /** Runs one of the workers, which accepts the invitation to the pool. */
    public static final class Worker {
        private Worker() {}

        /**
         * Runs one worker.
         *
         * @param args none
         */
        public static void main(String[] args) {
            try (Pmix pmix = Pmix.builder().defaultTimeout(BOUND).init()) {
                // --8<-- [start:join]
                try (Group pool = pmix.groups().awaitInvitation(BOUND).accept()) {
                    say(pmix, "joined on " + pmix.node().hostname() + " as rank " + pool.rank());
                    new Work().finish(pool);
                }
                // --8<-- [end:join]
            }
        }
    }

    /** The work that all members know: the next piece, and how many primes were found. */
    private static final class Work {
        private long next;
        private long found;

        long waiting() {
            return Math.max(0, PIECES - next);
        }

        String result() {
            return found + " primes are below " + PIECES * LENGTH;
        }

        /** Runs one piece on each member, if there are so many. */
        void round(Group pool) {
            long piece = next + pool.rank();
            long count = piece < PIECES ? primes(piece * LENGTH, (piece + 1) * LENGTH) : 0;
            Collection<Long> counts = pool.exchange(ValueType.INT64, count).values();
            for (long each : counts) {
                found += each;
            }
            // Not the size of the pool, which members that are faster may have left already.
            next += counts.size();
        }

        /** Does what is left. The members that have joined learn from rank 0 how much that is. */
        void finish(Group pool) {
            List<Long> state = pool.exchange(ValueType.listOf(ValueType.INT64), List.of(next, found))
                    .values()
                    .iterator()
                    .next();
            next = state.get(0);
            found = state.get(1);
            while (next < PIECES) {
                round(pool);
            }
            // The values of a member that leaves and ends are lost for those that have not read them yet.
            pool.fence();
        }

        private static long primes(long from, long to) {
            long count = 0;
            for (long number = Math.max(2, from); number < to; number++) {
                count += isPrime(number) ? 1 : 0;
            }
            return count;
        }

        private static boolean isPrime(long number) {
            for (long divisor = 2; divisor * divisor <= number; divisor++) {
                if (number % divisor == 0) {
                    return false;
                }
            }
            return true;
        }
    }
}
