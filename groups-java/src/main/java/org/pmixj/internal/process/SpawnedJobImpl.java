// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.process;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.ViewList;
import org.pmixj.process.SpawnedJob;
import org.pmixj.process.Termination;

/** Implements a spawned job. */
record SpawnedJobImpl(String nspace, int size, CompletableFuture<Termination> terminated) implements SpawnedJob {
    @Override
    public ProcId member(int rank) {
        return new ProcId(nspace, Checks.rank("job", nspace, rank, size, "process"));
    }

    @Override
    public List<ProcId> members() {
        return ViewList.ofRanks(nspace, size);
    }

    @Override
    public ProcId all() {
        return ProcId.all(nspace);
    }

    @Override
    public String toString() {
        return nspace + " (" + Checks.count(size, "process") + ")";
    }
}
