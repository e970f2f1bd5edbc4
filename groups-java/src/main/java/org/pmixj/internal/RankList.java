// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import org.pmixj.ProcId;

/** Every process of a namespace, by rank. */
final class RankList extends ViewList<ProcId> {
    private final String nspace;

    RankList(String nspace, int size) {
        super(size);
        this.nspace = nspace;
    }

    @Override
    ProcId make(int rank) {
        return new ProcId(nspace, rank);
    }
}
