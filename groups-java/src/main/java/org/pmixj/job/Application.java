// SPDX-License-Identifier: Apache-2.0
package org.pmixj.job;

import java.util.List;
import java.util.Optional;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.ProcId;

/**
 * Represents one of the programs of a job (PMIx Standard 6.1, the application realm): {@code prterun -n 3 solver : -n 1
 * monitor} starts a job of two applications. Obtained from {@link org.pmixj.Pmix#app()} and
 * {@link org.pmixj.job.Job#apps()}.
 *
 * {@snippet file="HostSnippets.java" region="application"}
 */
public interface Application {
    /** {@return the number of the application in its job, 0 or more ({@code PMIX_APPNUM})} */
    int number();

    /** {@return the number of its processes, 1 or more ({@code PMIX_APP_SIZE})} */
    int size();

    /** {@return the one of {@link #members()} with the lowest rank in the job ({@code PMIX_APPLDR})} */
    ProcId leader();

    /** {@return its processes by rank, an immutable list; the first call reads all processes of the job} */
    List<ProcId> members();

    /** {@return the path of the directory its processes were started in ({@code PMIX_WDIR})} */
    Optional<String> workingDirectory();

    /**
     * {@return what the host reports of the application under a key ({@code PMIX_APP_INFO}); empty if nothing}
     *
     * @param key the key, such as {@code Keys.APP_ARGV}, the command and its arguments
     * @param <T> the Java type of the value
     * @throws PmixException if the value is of another type than the key
     */
    <T> Optional<T> info(Key<T> key);
}
