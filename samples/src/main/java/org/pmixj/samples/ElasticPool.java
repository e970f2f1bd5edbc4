// SPDX-License-Identifier: Apache-2.0
package org.pmixj.samples;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.elastic.AllocatedNode;
import org.pmixj.elastic.Elastic;
import org.pmixj.elastic.ElasticGroup;
import org.pmixj.elastic.NewMembers;
import org.pmixj.group.Group;
import org.pmixj.process.App;

/**
 * A pool of processes counts primes, piece by piece. When it sees that much work is waiting, it grows: nodes are added to the DVM,
 * and a worker for each of their slots joins the pool, whose members keep their ranks. When the work is done it shrinks: the
 * workers leave and end, and the nodes are given back.
 *
 * <p>The launcher must be elastic and must not use the further nodes yet, as with {@code samples/run elastic-pool}.
 */
public final class ElasticPool {
    private static final int PIECES = 24;
    private static final long LENGTH = 20_000;
    private static final Duration BOUND = Duration.ofSeconds(60);

    private ElasticPool() {}

    /**
     * Runs one rank.
     *
     * @param args the nodes to add, each with its slots, such as {@code node1:2}
     */
    public static void main(String[] args) {
        try (Pmix pmix = Pmix.builder().defaultTimeout(BOUND).init()) {
            ElasticGroup pool = ElasticGroup.of(
                    pmix, pmix.groups().construct("elastic-pool", pmix.job().members()));
            Work work = new Work();
            work.round(pool.group());
            say(pmix, work.waiting() + " pieces wait for " + pool.group().size() + " members");

            // --8<-- [start:grow]
            App worker = App.java(Worker.class).build();
            Group larger = pool.grow(NewMembers.onEachSlot(worker, args));
            // --8<-- [end:grow]
            say(pmix, "the pool has " + larger.size() + " members on " + nodes(pmix));
            work.finish(larger);
            say(pmix, work.result());

            // --8<-- [start:shrink]
            List<ProcId> workers =
                    pool.places().subList(pmix.job().size(), pool.places().size());
            pool.shrink(workers, BOUND);
            // --8<-- [end:shrink]
            say(pmix, "the pool has " + pool.group().size() + " members on " + nodes(pmix));
            pmix.fence();
        }
    }

    private static List<String> nodes(Pmix pmix) {
        return Elastic.of(pmix).nodes().stream().map(AllocatedNode::name).toList();
    }

    private static void say(Pmix pmix, String what) {
        System.out.println(pmix.self() + ": " + what);
    }

    /** Runs one of the workers, which are spawned when the pool grows. */
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
                ElasticGroup pool = ElasticGroup.join(pmix, BOUND);
                say(
                        pmix,
                        "joined on " + pmix.node().hostname() + " as rank "
                                + pool.group().rank());
                new Work().finish(pool.group());
                // All workers are of one job, and leave together.
                pool.shrink(pmix.job().members(), BOUND);
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
