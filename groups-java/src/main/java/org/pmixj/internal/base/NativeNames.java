// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import org.jspecify.annotations.Nullable;

/** Returns the names of codes in the running libpmix. The ffi room sets it when it loads libpmix. */
public abstract class NativeNames {
    private static volatile @Nullable NativeNames loaded;

    public static void set(NativeNames names) {
        loaded = names;
    }

    /** Returns null while libpmix is not loaded. */
    public static @Nullable NativeNames get() {
        return loaded;
    }

    /** Returns null if libpmix has no name for the status. */
    public abstract @Nullable String status(int code);

    public abstract String procState(int code);
}
