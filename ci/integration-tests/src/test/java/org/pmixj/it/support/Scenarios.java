// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import java.util.stream.IntStream;
import org.pmixj.Pmix;
import org.pmixj.group.Group;
import org.pmixj.junit.RankContext;

/**
 * Runs scenarios in one job, one after the other, in each of which some ranks die or end. Those who survive take part in the
 * next one, so that a death costs one rank, and not a job.
 *
 * <p>A scenario has a handle of its own, which is closed afterwards with all that was registered by it, and ids and points of
 * its own, see {@link SubJob}.
 */
public final class Scenarios {
    /** The work of each rank. */
    public interface Scenario {
        void run(SubJob job) throws Exception;
    }

    private final Pmix pmix;
    private final RankContext job;
    private int number;

    public Scenarios(Pmix pmix, RankContext job) {
        this.pmix = pmix;
        this.job = job;
    }

    /** Runs a scenario in which one of the ranks departs, see {@link #run}. */
    public void departs(Departure.Scenario scenario, int leaver, int... ranks) throws Exception {
        run(part -> scenario.run(Departure.of(part, leaver)), ranks);
    }

    /** Runs a scenario once all of its ranks have come to it. Other ranks return at once. */
    public void run(Scenario scenario, int... ranks) throws Exception {
        number++;
        if (IntStream.of(ranks).noneMatch(rank -> rank == job.rank())) {
            return;
        }
        try (Pmix own = Pmix.init()) {
            SubJob part = new SubJob(
                    own, pmix, job, number, IntStream.of(ranks).boxed().toList());
            part.reached("begins");
            part.await("begins");
            scenario.run(part);
            if (!own.isClosed()) {
                own.groups().active().forEach(Group::close);
            }
        }
    }
}
