// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.job;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.pmixj.Key;
import org.pmixj.ProcId;
import org.pmixj.internal.base.ViewList;
import org.pmixj.internal.data.Realm;
import org.pmixj.job.Node;

/** Implements a node of a job: keeps its name and ranks, and reads the rest on demand. */
@SuppressWarnings("ArrayRecordComponent") // nobody changes it
record NodeImpl(JobImpl job, String hostname, int[] ranks) implements Node {
    @Override
    public boolean isLocal() {
        return hostname.equals(job.lookup().here().orElse(null));
    }

    @Override
    public List<ProcId> members() {
        return new ViewList<>(ranks.length, index -> new ProcId(job.nspace(), ranks[index]));
    }

    @Override
    public int size() {
        return ranks.length;
    }

    @Override
    public ProcId leader() {
        return new ProcId(job.nspace(), IntStream.of(ranks).min().orElseThrow());
    }

    @Override
    public <T> Optional<T> info(Key<T> key) {
        return job.lookup().of(Realm.node(hostname), key);
    }

    @Override
    public String toString() {
        return "Node[" + hostname + ", " + ranks.length + " processes of " + job.nspace() + "]";
    }
}
