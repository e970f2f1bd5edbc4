// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.lang.invoke.MethodHandles;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pmixj.Info;
import org.pmixj.PmixValue;

/**
 * Makes what an application cannot: attributes as libpmix hands them out, whose type nobody has checked against the
 * key. The exported type gives itself away when it is initialised.
 */
public abstract class InfoAccess {
    private static volatile @Nullable InfoAccess access;

    /** For {@link Info}, once. */
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

    /** An attribute that was received. */
    public abstract Info info(String key, PmixValue value, boolean required);
}
