// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Holds a handle of MPI until it is freed. */
final class Handle implements AutoCloseable {
    private final String what;
    final long value;
    private final @Nullable String free;
    private volatile boolean freed;

    /** Creates it for something that its messages name, and that a function frees; none frees what is predefined. */
    Handle(String what, long value, @Nullable String free) {
        this.what = what;
        this.value = value;
        this.free = free;
    }

    /** Creates settings that the library knows, {@code MPI_Info}. */
    static Handle info(Map<String, String> settings) {
        Map<String, String> copy = Map.copyOf(settings);
        Handle info = new Handle("settings", new Call("MPI_Info_create", "settings").get(), "MPI_Info_free");
        try {
            copy.forEach((key, text) -> {
                Call set = new Call("MPI_Info_set", "the setting " + key).with(info.value);
                set.text(key).text(text).run();
            });
            return info;
        } catch (RuntimeException e) {
            info.close();
            throw e;
        }
    }

    long value() {
        if (freed) {
            throw new IllegalStateException(what + " was freed; use it before close()");
        }
        return value;
    }

    /** Lets nobody use it any more, and returns whether it was not freed before. */
    synchronized boolean end() {
        if (free == null) {
            throw new IllegalStateException(what + " cannot be freed; it ends with MPI");
        }
        boolean first = !freed;
        freed = true;
        return first;
    }

    /** Frees it by a function, unless it was freed before. */
    void free(String function) {
        if (end()) {
            try {
                new Call(function, what).answer(value).run();
            } catch (IllegalStateException e) {
                // Not by this thread, or not now.
                freed = false;
                throw e;
            }
        }
    }

    @Override
    public void close() {
        free(String.valueOf(free));
    }
}
