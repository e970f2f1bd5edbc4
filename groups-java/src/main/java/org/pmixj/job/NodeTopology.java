// SPDX-License-Identifier: Apache-2.0
package org.pmixj.job;

import java.util.BitSet;
import java.util.Set;
import org.pmixj.PmixException;
import org.pmixj.ProcId;

/**
 * Represents the hardware of this node. Obtained from {@link org.pmixj.Pmix#topology()}. The description stays in
 * libpmix, which gets it from hwloc. CPUs are numbered as the operating system does.
 *
 * {@snippet file="HostSnippets.java" region="topology"}
 *
 * <p>The first call may take as long as hwloc needs to look at the hardware, where the host has not left its own
 * description in shared memory.
 *
 * <p>All methods throw {@link PmixException.NotSupported} if libpmix has no topology. It has none either in a second
 * session of a process (seen with 7.0.0rc1).
 */
public interface NodeTopology {
    /**
     * {@return the source of the topology, such as {@code hwloc:2.15.0} ({@code PMIx_Load_topology})}
     *
     * @throws PmixException.Timeout if it is not there within the default timeout
     */
    String source();

    /**
     * {@return a new set of the CPUs this process is bound to now ({@code PMIx_Get_cpuset} with {@code
     * PMIX_CPUBIND_PROCESS}); all CPUs if it is not bound} Unlike {@link org.pmixj.job.ProcessInfo#cpuset()}, it does
     * not depend on who has bound the process.
     *
     * @throws PmixException if the operating system does not report
     */
    BitSet binding();

    /**
     * {@return a new set of the CPUs the calling thread is bound to now ({@code PMIx_Get_cpuset} with {@code
     * PMIX_CPUBIND_THREAD}); for a virtual thread, those of its carrier}
     *
     * @throws PmixException if the operating system does not report
     */
    BitSet threadBinding();

    /**
     * {@return a new set of the CPUs in a list such as {@link org.pmixj.job.ProcessInfo#cpuset()} ({@code
     * PMIx_Parse_cpuset_string})}
     *
     * @param cpuset numbers and ranges such as {@code 0-3,8}, with or without {@code hwloc:} before them
     * @throws IllegalArgumentException if it is not such a list, or has no end
     */
    BitSet cpus(String cpuset);

    /**
     * {@return what this process and another one share, see {@link #locality(ProcId, ProcId)}}
     *
     * @param other the other
     */
    Set<Locality> locality(ProcId other);

    /**
     * {@return what two processes share ({@code PMIx_Get_relative_locality}), an immutable set; empty for processes on
     * different nodes} Processes that are not bound, or whose binding the host does not report, are known to share the
     * node only.
     *
     * @param one a process
     * @param other another, or the same
     * @throws IllegalArgumentException if one of them stands for every process of its namespace
     * @throws PmixException.NotFound if there is no such process
     */
    Set<Locality> locality(ProcId one, ProcId other);
}
