// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.process;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.pmixj.ProcId;
import org.pmixj.internal.base.RankList;
import org.pmixj.process.SpawnedJob;
import org.pmixj.process.Termination;

/** Implements a spawned job. */
final class SpawnedJobImpl implements SpawnedJob {
    private final String nspace;
    private final int size;
    private final CompletableFuture<Termination> end;

    SpawnedJobImpl(String nspace, int size, CompletableFuture<Termination> end) {
        this.nspace = nspace;
        this.size = size;
        this.end = end;
    }

    @Override
    public String nspace() {
        return nspace;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public ProcId member(int rank) {
        return new ProcId(nspace, Objects.checkIndex(rank, size));
    }

    @Override
    public List<ProcId> members() {
        return new RankList(nspace, size);
    }

    @Override
    public ProcId all() {
        return ProcId.all(nspace);
    }

    @Override
    public CompletableFuture<Termination> terminated() {
        return end.copy();
    }

    @Override
    public String toString() {
        return nspace + " (" + size + " processes)";
    }
}
