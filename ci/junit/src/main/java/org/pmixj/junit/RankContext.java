// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What a rank of a {@link PmixTest} knows of its job without asking PMIx. A parameter of this type is given to the
 * method in every rank. Safe for use by several threads.
 */
public interface RankContext {
    /**
     * This rank.
     *
     * @return 0 to {@link #size()} - 1
     */
    int rank();

    /**
     * The number of ranks.
     *
     * @return as in {@link PmixTest#ranks()}
     */
    int size();

    /**
     * The number of nodes of this job.
     *
     * @return one of {@link PmixTest#nodes()}
     */
    int nodes();

    /**
     * A directory shared by all ranks of the job, empty at its start and deleted at its end unless the test fails.
     *
     * @return an existing directory
     */
    Path scratch();

    /**
     * The time since the job was launched.
     *
     * @return a positive duration
     */
    Duration elapsed();

    /**
     * The time until the job's limit is reached.
     *
     * @return zero or more
     */
    Duration remaining();

    /**
     * Announces to the other ranks that this one has reached a point of the test. The announcement outlasts this rank
     * and does not use PMIx. Reaching a point again changes nothing.
     *
     * @param point a name that is valid in a file name
     */
    void reached(String point);

    /**
     * Waits until other ranks have {@linkplain #reached reached} a point, at most until five seconds before the job's
     * time limit.
     *
     * @param point its name
     * @param ranks the ranks to wait for; none means all others
     * @throws AssertionError if they have not by then; the message names the ranks that are missing
     * @throws InterruptedException if the thread is interrupted
     */
    void await(String point, int... ranks) throws InterruptedException;

    /**
     * Ends this JVM by SIGKILL, as from outside: no shutdown hook, no finalizing of PMIx. Does not return.
     *
     * @throws IllegalStateException if this JVM could not be killed
     */
    void killSelf();
}
