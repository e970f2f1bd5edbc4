// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Describes the job of a {@link PmixTest} to a rank, without PMIx. A test method may have a parameter of this type.
 * Safe for use by several threads.
 */
public interface RankContext {
    /**
     * Returns this rank.
     *
     * @return 0 to {@link #size()} - 1
     */
    int rank();

    /**
     * Returns the number of ranks.
     *
     * @return as in {@link PmixTest#ranks()}
     */
    int size();

    /**
     * Returns the number of nodes of this job.
     *
     * @return one of {@link PmixTest#nodes()}
     */
    int nodes();

    /**
     * Returns a directory that all ranks share. It is empty when the method starts, and deleted with the files of the
     * job, unless that fails.
     *
     * @return an existing directory
     */
    Path scratch();

    /**
     * Returns the time since the job was launched.
     *
     * @return a positive duration
     */
    Duration elapsed();

    /**
     * Returns the time until the limit of the method.
     *
     * @return zero or more
     */
    Duration remaining();

    /**
     * Announces to the other ranks that this rank has reached a point of the test. The announcement outlasts this rank
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
     * @throws AssertionError if they have not by then; the message names the missing ranks
     * @throws InterruptedException if the thread is interrupted
     */
    void await(String point, int... ranks) throws InterruptedException;

    /**
     * Ends this JVM by SIGKILL: no shutdown hook runs and PMIx is not finalized. This does not return.
     *
     * @throws IllegalStateException if this JVM could not be killed
     */
    void killSelf();
}
