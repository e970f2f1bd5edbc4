// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.util.AbstractList;
import java.util.Objects;
import java.util.RandomAccess;

/** An immutable list that creates its elements on demand, so that a large job is not copied into every list. */
public abstract class ViewList<T> extends AbstractList<T> implements RandomAccess {
    private final int size;

    public ViewList(int size) {
        this.size = size;
    }

    protected abstract T make(int index);

    @Override
    public final T get(int index) {
        return make(Objects.checkIndex(index, size));
    }

    @Override
    public final int size() {
        return size;
    }
}
