// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.pmixj.FenceRequest;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.junit.Points;
import org.pmixj.junit.RankContext;

/**
 * Some ranks of a job, which run one scenario as if they were a job of their own, see {@link Scenarios}. They are numbered
 * in the order in which the scenario names them, and have points and a directory of their own.
 */
public final class SubJob implements RankContext {
    private static final Duration REPORT = Duration.ofSeconds(5);

    private final Pmix pmix;
    private final Pmix whole;
    private final RankContext job;
    private final int number;
    private final List<Integer> ranks;
    private final List<ProcId> members;
    private final Path scratch;

    /**
     * @param pmix the handle of the scenario
     * @param whole the handle of the test
     * @param number that of the scenario in its job
     */
    SubJob(Pmix pmix, Pmix whole, RankContext job, int number, List<Integer> ranks) {
        this.pmix = pmix;
        this.whole = whole;
        this.job = job;
        this.number = number;
        this.ranks = ranks;
        this.members = ranks.stream().map(rank -> whole.job().member(rank)).toList();
        this.scratch = job.scratch().resolve("scenario-" + number);
        try {
            Files.createDirectories(scratch);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // --- the processes -----------------------------------------------------------------------------------------------

    public Pmix pmix() {
        return pmix;
    }

    /** Returns the processes that take part. */
    public List<ProcId> members() {
        return members;
    }

    public ProcId member(int rank) {
        return members.get(rank);
    }

    /** Returns the rank in this scenario of a process of the job. */
    public int rankOf(ProcId proc) {
        return members.indexOf(proc);
    }

    /** Returns the processes without some ranks. */
    public List<ProcId> without(int... gone) {
        List<ProcId> rest = new ArrayList<>(members);
        IntStream.of(gone).forEach(rank -> rest.remove(member(rank)));
        return rest;
    }

    /** Returns a name that no other scenario of the job has. */
    public String id(String name) {
        return name + "-" + number;
    }

    /** All processes that take part call a fence, except some ranks. */
    public void fence(int... gone) {
        pmix.fence(FenceRequest.of(without(gone)));
    }

    /** Ends the session of this process, as its end in good order does. It takes part in no later scenario. */
    public void close() {
        pmix.close();
        whole.close();
    }

    // --- as a context ------------------------------------------------------------------------------------------------

    @Override
    public int rank() {
        return ranks.indexOf(job.rank());
    }

    @Override
    public int size() {
        return ranks.size();
    }

    @Override
    public int nodes() {
        return job.nodes();
    }

    @Override
    public Path scratch() {
        return scratch;
    }

    @Override
    public Duration elapsed() {
        return job.elapsed();
    }

    @Override
    public Duration remaining() {
        return job.remaining();
    }

    @Override
    public void reached(String point) {
        new Points(scratch).reached(point, rank());
    }

    @Override
    public void await(String point, int... awaited) throws InterruptedException {
        IntStream others = awaited.length > 0
                ? IntStream.of(awaited)
                : IntStream.range(0, size()).filter(other -> other != rank());
        // It leaves time for the report of the rank.
        Duration limit = remaining().minus(REPORT);
        new Points(scratch).await(point, others.boxed().toList(), limit.isNegative() ? Duration.ZERO : limit);
    }

    @Override
    public void killSelf() {
        job.killSelf();
    }
}
