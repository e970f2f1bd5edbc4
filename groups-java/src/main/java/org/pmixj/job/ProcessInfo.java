// SPDX-License-Identifier: Apache-2.0
package org.pmixj.job;

import java.util.Optional;
import java.util.OptionalInt;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.ProcId;

/**
 * Describes what is known of a process (PMIx Standard 6.1, the process realm). Obtained from {@link
 * org.pmixj.Pmix#process()}, {@link org.pmixj.Pmix#process(ProcId)} and {@link org.pmixj.job.Job#process(int)}.
 *
 * {@snippet file="HostSnippets.java" region="process"}
 */
public interface ProcessInfo {
    /** {@return the identifier of the process} */
    ProcId id();

    /** {@return its rank in the job} */
    int rank();

    /** {@return its rank among the processes of its job on its node ({@code PMIX_LOCAL_RANK})} */
    OptionalInt localRank();

    /** {@return the name of the node it is on ({@code PMIX_HOSTNAME}), as in {@link org.pmixj.job.Job#hostnames()}} */
    Optional<String> hostname();

    /** {@return whether it is on the node of this process; false, too, if the host does not report where it is} */
    boolean isLocal();

    /**
     * {@return the CPUs it was bound to when it was launched ({@code PMIX_CPUSET}), such as {@code 0-3,8}} Empty if it
     * was not bound, or is on another node and the host does not report it.
     */
    Optional<String> cpuset();

    /**
     * {@return what the host reports of the process under a key; empty if nothing}
     *
     * @param key the key, such as {@code Keys.APPNUM}, {@code NODE_RANK} or {@code LOCALITY_STRING}. PRRTE reports
     *     {@code PROC_PID}, which is that of what the launcher started, on the node of the launcher only
     * @param <T> the Java type of the value
     * @throws PmixException if the value is of another type than the key
     */
    <T> Optional<T> info(Key<T> key);
}
