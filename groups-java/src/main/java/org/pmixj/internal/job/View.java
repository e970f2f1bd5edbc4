// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.job;

import java.util.function.IntFunction;
import org.pmixj.internal.base.ViewList;

/** A list whose elements a function constructs on demand. */
final class View<T> extends ViewList<T> {
    private final IntFunction<T> element;

    View(int size, IntFunction<T> element) {
        super(size);
        this.element = element;
    }

    @Override
    protected T make(int index) {
        return element.apply(index);
    }
}
