// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.lang.invoke.MethodHandles;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.PmixValue;

/** Creates attributes as received from libpmix, whose type need not fit the key. {@link Info} implements it. */
public abstract class InfoAccess {
    private static volatile @Nullable InfoAccess access;

    public static void set(InfoAccess value) {
        access = value;
    }

    public static InfoAccess get() {
        InfoAccess known = access;
        if (known == null) {
            try {
                MethodHandles.lookup().ensureInitialized(Info.class);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
            known = access;
        }
        return Objects.requireNonNull(known);
    }

    public abstract Info info(String key, PmixValue value, boolean required);

    /** Returns an attribute that is not required. */
    public static Info info(String key, PmixValue value) {
        return get().info(key, value, false);
    }

    /** Returns an attribute that says true. */
    public static Info flag(String key) {
        return info(key, new PmixValue.Bool(true));
    }

    /** Returns an attribute with a text. */
    public static Info text(String key, String value) {
        return info(key, new PmixValue.Str(value));
    }

    /** Returns an attribute with an unsigned number of 64 bits. */
    public static Info number(String key, long value) {
        return info(key, new PmixValue.UInt(DataType.UINT64, value));
    }
}
