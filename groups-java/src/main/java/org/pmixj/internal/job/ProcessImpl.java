// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.job;

import java.util.Optional;
import java.util.OptionalInt;
import org.pmixj.Key;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.job.ProcessInfo;

/** Implements a process of a job: keeps its rank, and reads the rest on demand. */
record ProcessImpl(JobImpl job, int rank) implements ProcessInfo {
    @Override
    public ProcId id() {
        return job.member(rank);
    }

    @Override
    public OptionalInt localRank() {
        return JobInfo.number(job.lookup().ofRank(rank, PMIxConstants.PMIX_LOCAL_RANK()));
    }

    @Override
    public Optional<String> hostname() {
        return job.hostname(rank);
    }

    @Override
    public boolean isLocal() {
        Optional<String> here = job.lookup().here();
        return here.isPresent() && here.equals(hostname());
    }

    @Override
    public Optional<String> cpuset() {
        return JobInfo.text(job.lookup().ofRank(rank, PMIxConstants.PMIX_CPUSET()));
    }

    @Override
    public <T> Optional<T> info(Key<T> key) {
        return job.lookup().ofRank(rank, key);
    }

    /** Returns the number of its application, -1 if the host does not report it. */
    int appNumber() {
        return JobInfo.number(job.lookup().ofRank(rank, PMIxConstants.PMIX_APPNUM()))
                .orElse(-1);
    }

    @Override
    public String toString() {
        return "Process[" + job.nspace() + ":" + rank + "]";
    }
}
