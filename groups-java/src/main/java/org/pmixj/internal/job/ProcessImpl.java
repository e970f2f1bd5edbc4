// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.job;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.job.ProcessInfo;

/** Implements a process of a job: keeps its rank, and reads the rest on demand. */
final class ProcessImpl implements ProcessInfo {
    private final JobImpl job;
    private final int rank;

    ProcessImpl(JobImpl job, int rank) {
        this.job = job;
        this.rank = rank;
    }

    private OptionalInt number(MemorySegment key) {
        return JobInfo.number(job.lookup().ofRank(rank, key));
    }

    private Optional<String> text(MemorySegment key) {
        return JobInfo.text(job.lookup().ofRank(rank, key));
    }

    @Override
    public ProcId id() {
        return job.member(rank);
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public OptionalInt localRank() {
        return number(PMIxConstants.PMIX_LOCAL_RANK());
    }

    @Override
    public OptionalInt nodeRank() {
        return number(PMIxConstants.PMIX_NODE_RANK());
    }

    @Override
    public OptionalInt appRank() {
        return number(PMIxConstants.PMIX_APP_RANK());
    }

    @Override
    public OptionalInt globalRank() {
        return number(PMIxConstants.PMIX_GLOBAL_RANK());
    }

    @Override
    public OptionalInt appNumber() {
        return number(PMIxConstants.PMIX_APPNUM());
    }

    @Override
    public OptionalInt reincarnation() {
        return number(PMIxConstants.PMIX_REINCARNATION());
    }

    @Override
    public Optional<String> hostname() {
        return job.hostname(rank);
    }

    @Override
    public OptionalInt nodeId() {
        return number(PMIxConstants.PMIX_NODEID());
    }

    @Override
    public boolean isLocal() {
        Optional<String> here = job.lookup().here();
        return here.isPresent() && here.equals(hostname());
    }

    @Override
    public OptionalLong pid() {
        return job.lookup().isSelf(rank)
                ? OptionalLong.of(ProcessHandle.current().pid())
                : JobInfo.large(job.lookup().ofRank(rank, PMIxConstants.PMIX_PROC_PID()));
    }

    @Override
    public Optional<String> cpuset() {
        return text(PMIxConstants.PMIX_CPUSET());
    }

    @Override
    public Optional<String> localityString() {
        return text(PMIxConstants.PMIX_LOCALITY_STRING());
    }

    @Override
    public String toString() {
        return "Process[" + job.nspace() + ":" + rank + "]";
    }
}
