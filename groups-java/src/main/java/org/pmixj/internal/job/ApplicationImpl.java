// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.job;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.ViewList;
import org.pmixj.job.Application;

/** The number, and what else is asked of it. */
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
        OptionalInt told = JobInfo.number(value(PMIxConstants.PMIX_APP_SIZE()));
        return told.isPresent() ? told.getAsInt() : members().size();
    }

    // PRRTE (seen with 5.0.0rc1) tells a rank in the application, 0, where the Standard wants one in the job.
    @Override
    public ProcId leader() {
        if (job.appCount() == 1) {
            return job.member(0);
        }
        int told = JobInfo.number(value(PMIxConstants.PMIX_APPLDR())).orElse(job.size());
        return told < job.size() && (isMember(told) || !Defect.LEADER_RANK_OF_APPLICATION.isHere())
                ? job.member(told)
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
        int[] ranks = new int[job.size()];
        int count = 0;
        for (int rank = 0; rank < ranks.length; rank++) {
            if (isMember(rank)) {
                ranks[count++] = rank;
            }
        }
        if (count == 0) {
            throw new PmixException(
                    "the host does not tell which processes of " + job.nspace() + " belong to application " + number,
                    new PmixStatus(StatusCodes.NOT_FOUND));
        }
        return new Members(Arrays.copyOf(ranks, count));
    }

    private boolean isMember(int rank) {
        return job.process(rank).appNumber().orElse(-1) == number;
    }

    private final class Members extends ViewList<ProcId> {
        private final int[] ranks;

        Members(int[] ranks) {
            super(ranks.length);
            this.ranks = ranks;
        }

        @Override
        protected ProcId make(int index) {
            return new ProcId(job.nspace(), ranks[index]);
        }
    }

    @Override
    public Optional<String> commandLine() {
        return JobInfo.text(value(PMIxConstants.PMIX_APP_ARGV()));
    }

    @Override
    public Optional<String> workingDirectory() {
        return JobInfo.text(value(PMIxConstants.PMIX_WDIR()));
    }

    @Override
    public String toString() {
        return "Application[" + number + " of " + job.nspace() + "]";
    }
}
