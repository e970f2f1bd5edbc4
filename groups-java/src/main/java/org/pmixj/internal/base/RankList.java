// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import org.pmixj.ProcId;

/** Lists every process of a namespace, by rank. */
public final class RankList extends ViewList<ProcId> {
    private final String nspace;

    public RankList(String nspace, int size) {
        super(size);
        this.nspace = nspace;
    }

    @Override
    protected ProcId make(int rank) {
        return new ProcId(nspace, rank);
    }
}
