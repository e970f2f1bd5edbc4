// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.release;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A type whose text {@link ApiSignatureIT} knows. */
public abstract class Example<T extends Comparable<T>> extends HiddenExample implements AutoCloseable {
    public static final int NUMBER = 3;

    protected final List<? extends @Nullable T> values;

    protected Example(List<? extends @Nullable T> values) {
        this.values = values;
    }

    @Deprecated
    public abstract <X extends Exception> @Nullable String first(int[] at, String... others) throws X;

    abstract void unseen();
}

/** A type whose members are offered by an exported subclass. */
abstract class HiddenExample extends Thread {
    public void close() {}

    void unseenEither() {}
}
