// SPDX-License-Identifier: Apache-2.0
package org.pmixj.job;

import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.value.DeviceDistance;

/**
 * Represents the hardware of this node. Obtained from {@link org.pmixj.Pmix#topology()}. The description itself stays
 * in libpmix, which has it from hwloc; this answers questions about it. CPUs are numbered as the operating system does.
 *
 * {@snippet file="HostSnippets.java" region="topology"}
 *
 * <p>All methods may be called by any thread. The first may take as long as hwloc needs to look at the hardware, where
 * the host has not left its own description in shared memory.
 *
 * <p>All methods throw {@link IllegalStateException} if the handle is closed, or this is libpmix's progress thread, and
 * {@link PmixException.NotSupported} if libpmix has no topology. That is so, too, in a session that starts after a
 * first one of the same process has ended (seen with 7.0.0rc1); then the distances are those the server tells.
 */
public interface NodeTopology {
    /**
     * Returns who describes the topology ({@code PMIx_Load_topology}).
     *
     * @return such as {@code hwloc:2.15.0}
     * @throws PmixException.Timeout if it is not there within the default timeout
     */
    String source();

    /**
     * Returns the CPUs this process is bound to now ({@code PMIx_Get_cpuset} with {@code PMIX_CPUBIND_PROCESS}). Unlike
     * {@link org.pmixj.job.ProcessInfo#cpuset()}, it is there whoever has bound the process, or nobody.
     *
     * @return a new set; of a process that is not bound, all CPUs
     * @throws PmixException if the operating system does not report
     */
    BitSet binding();

    /**
     * Returns the CPUs the calling thread is bound to now ({@code PMIx_Get_cpuset} with {@code PMIX_CPUBIND_THREAD}).
     * For a virtual thread it is its carrier's.
     *
     * @return a new set
     * @throws PmixException if the operating system does not report
     */
    BitSet threadBinding();

    /**
     * Returns the CPUs in a list such as {@link org.pmixj.job.ProcessInfo#cpuset()} ({@code PMIx_Parse_cpuset_string}).
     *
     * @param cpuset numbers and ranges such as {@code 0-3,8}, with or without {@code hwloc:} before them
     * @return a new set
     * @throws IllegalArgumentException if it is not such a list, or has no end
     */
    BitSet cpus(String cpuset);

    /**
     * Returns what this process and another one share, see {@link #locality(ProcId, ProcId)}.
     *
     * @param other the other
     * @return an immutable set
     */
    Set<Locality> locality(ProcId other);

    /**
     * Returns what two processes share ({@code PMIx_Get_relative_locality}). Processes that are not bound, or of which
     * the host does not tell to what, are known to share the node only.
     *
     * @param one a process
     * @param other another, or the same
     * @return an immutable set; empty for processes on different nodes
     * @throws IllegalArgumentException if one of them stands for every process of its namespace
     * @throws PmixException.NotFound if there is no such process
     */
    Set<Locality> locality(ProcId one, ProcId other);

    /**
     * Returns how far the devices of this node are from what this process is bound to.
     *
     * @return an immutable list, empty if there are none
     * @throws PmixException.Timeout if the answer is not there within the default timeout
     */
    List<DeviceDistance> distances();

    /**
     * Returns how far devices of this node are ({@code PMIx_Compute_distances}).
     *
     * @param request which devices, and from where
     * @return an immutable list, empty if there are none
     * @throws PmixException.Timeout if the answer is not there in time
     */
    List<DeviceDistance> distances(DistanceRequest request);

    /**
     * Starts {@link #distances(DistanceRequest)} without waiting.
     *
     * @param request which devices, and from where
     * @return completed with the distances
     */
    CompletableFuture<List<DeviceDistance>> distancesAsync(DistanceRequest request);
}
