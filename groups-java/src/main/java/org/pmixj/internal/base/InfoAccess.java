// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.lang.invoke.MethodHandles;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
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
}
