// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/** The job this process belongs to: the processes of its namespace. Immutable. */
public final class Job {
    private final String nspace;
    private final int size;

    Job(String nspace, int size) {
        this.nspace = nspace;
        this.size = size;
    }

    /**
     * The namespace.
     *
     * @return 1 to 255 bytes in UTF-8
     */
    public String nspace() {
        return nspace;
    }

    /**
     * The number of processes ({@code PMIX_JOB_SIZE}).
     *
     * @return 1 or more
     */
    public int size() {
        return size;
    }

    /**
     * The process with a rank.
     *
     * @param rank 0 to size - 1
     * @return its identifier
     * @throws IndexOutOfBoundsException if there is no such rank
     */
    public ProcId member(int rank) {
        return new ProcId(nspace, Objects.checkIndex(rank, size));
    }

    /**
     * Every process, by rank.
     *
     * @return an immutable list
     */
    public List<ProcId> members() {
        return new Members();
    }

    @Override
    public String toString() {
        return "Job[" + nspace + ", " + size + " processes]";
    }

    // Made when asked for: a large job is not copied into every list.
    private final class Members extends AbstractList<ProcId> implements RandomAccess {
        @Override
        public ProcId get(int index) {
            return member(index);
        }

        @Override
        public int size() {
            return size;
        }
    }
}
