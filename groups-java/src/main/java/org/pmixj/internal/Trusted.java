// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.invoke.MethodHandles;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pmixj.Info;
import org.pmixj.PmixValue;

/**
 * Makes what an application cannot: attributes as libpmix hands them out, whose type nobody has checked against the
 * key. The exported type gives itself away when it is initialised.
 */
public abstract class Trusted {
    private static volatile @Nullable Trusted access;

    /** For {@link Info}, once. */
    public static void set(Trusted value) {
        access = value;
    }

    static Trusted get() {
        Trusted known = access;
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
