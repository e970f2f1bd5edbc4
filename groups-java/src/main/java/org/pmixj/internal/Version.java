// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

/** The running libpmix. */
public final class Version {
    private Version() {}

    public static String library() {
        Native.load();
        return Native.version();
    }
}
