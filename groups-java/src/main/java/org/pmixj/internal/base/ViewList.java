// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.IntFunction;
import org.pmixj.ProcId;

/** An immutable list that creates its elements on demand, so that a large job is not copied into every list. */
public final class ViewList<T> extends AbstractList<T> implements RandomAccess {
    private final int size;
    private final IntFunction<T> element;

    public ViewList(int size, IntFunction<T> element) {
        this.size = size;
        this.element = element;
    }

    // This is no lambda, because linking one delays the start of every process.
    private record Ranks(String nspace) implements IntFunction<ProcId> {
        @Override
        public ProcId apply(int rank) {
            return new ProcId(nspace, rank);
        }
    }

    /** Lists every process of a namespace, by rank. */
    public static List<ProcId> ofRanks(String nspace, int size) {
        return new ViewList<>(size, new Ranks(nspace));
    }

    @Override
    public T get(int index) {
        return element.apply(Objects.checkIndex(index, size));
    }

    @Override
    public int size() {
        return size;
    }
}
