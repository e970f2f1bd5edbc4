// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.job;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.ViewList;
import org.pmixj.internal.data.Realm;
import org.pmixj.internal.job.repair.LeaderCheck;
import org.pmixj.job.Application;

/** Implements an application of a job: keeps its number, and reads the rest on demand. */
final class ApplicationImpl implements Application {
    private final JobImpl job;
    private final int number;
    private volatile @Nullable List<ProcId> members;

    ApplicationImpl(JobImpl job, int number) {
        this.job = job;
        this.number = number;
    }

    private @Nullable PmixValue value(MemorySegment key) {
        return job.lookup().of(Realm.app(number), key);
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public int size() {
        return JobInfo.number(value(PMIxConstants.PMIX_APP_SIZE()))
                .orElseGet(() -> members().size());
    }

    @Override
    public ProcId leader() {
        if (job.appCount() == 1) {
            return job.member(0);
        }
        int reported = JobInfo.number(value(PMIxConstants.PMIX_APPLDR())).orElse(job.size());
        return reported < job.size() && LeaderCheck.passes(new ProcessImpl(job, reported).appNumber(), number)
                ? job.member(reported)
                : members().get(0);
    }

    @Override
    public List<ProcId> members() {
        List<ProcId> known = members;
        if (known == null) {
            known = job.appCount() == 1 ? job.members() : find();
            members = known;
        }
        return known;
    }

    private List<ProcId> find() {
        int[] ranks = IntStream.range(0, job.size())
                .filter(rank -> new ProcessImpl(job, rank).appNumber() == number)
                .toArray();
        if (ranks.length == 0) {
            throw new PmixException(
                    "cannot find the processes of application " + number + " of " + job.nspace()
                            + ": the host does not report them",
                    new PmixStatus(StatusCodes.NOT_FOUND));
        }
        return new ViewList<>(ranks.length, index -> new ProcId(job.nspace(), ranks[index]));
    }

    @Override
    public Optional<String> workingDirectory() {
        return JobInfo.text(value(PMIxConstants.PMIX_WDIR()));
    }

    @Override
    public <T> Optional<T> info(Key<T> key) {
        return job.lookup().of(Realm.app(number), key);
    }

    @Override
    public String toString() {
        return "Application[" + number + " of " + job.nspace() + "]";
    }
}
