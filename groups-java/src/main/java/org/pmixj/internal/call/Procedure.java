// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Runs several operations in sequence. The asynchronous form runs them on a thread of its own. */
public abstract class Procedure<T> {
    public final String what;
    private final Handle handle;

    public Procedure(Handle handle, String what) {
        this.handle = handle;
        this.what = what;
    }

    /** Runs the operations; may block. Returns null only for {@code Void}. */
    protected abstract @Nullable T call();

    /** Receives the result if the caller has given up. */
    protected void late(T result) {}

    @SuppressWarnings("NullAway")
    public final T run() {
        handle.session.refuseOnProgressThread(what);
        return call();
    }

    public final CompletableFuture<T> submit() {
        PmixFuture<T> result = new PmixFuture<>(handle.dispatcher);
        Delivery.apart(handle, result, this::call, this::late);
        return result;
    }
}
