// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.util.Properties;

/** Tells copies of this library apart that class loaders have loaded in one JVM. All use the same libpmix. */
public final class LibraryCopy {
    /** The system property that counts the copies: no class is common to all of them. */
    private static final String COUNT = "org.pmixj.copies";

    /** The number of this copy, from 0. */
    public static final int NUMBER = count();

    /** The name of this copy among the handlers of C libraries, by which its own results are recognised. */
    public static final String NAME = NUMBER == 0 ? "org.pmixj" : "org.pmixj#" + NUMBER;

    private LibraryCopy() {}

    private static int count() {
        Properties shared = System.getProperties();
        synchronized (shared) {
            int before = Integer.getInteger(COUNT, 0);
            shared.setProperty(COUNT, Integer.toString(before + 1));
            return before;
        }
    }

    /** Returns whether there is no other copy, so that this one knows all that the process takes part in. */
    public static boolean isAlone() {
        return Integer.getInteger(COUNT, 0) == 1;
    }
}
