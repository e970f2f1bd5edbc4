// SPDX-License-Identifier: Apache-2.0
package org.pmixj.job;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Lists what two processes share ({@code pmix_locality_t}, PMIx Standard 11.4.3). */
public enum Locality {
    /** A hardware thread. */
    HARDWARE_THREAD(0x0001),
    /** A core. */
    CORE(0x0002),
    /** A level 1 cache. */
    L1_CACHE(0x0004),
    /** A level 2 cache. */
    L2_CACHE(0x0008),
    /** A level 3 cache. */
    L3_CACHE(0x0010),
    /** A package, or socket. */
    PACKAGE(0x0020),
    /** A NUMA domain. */
    NUMA(0x0040),
    /** The node. */
    NODE(0x4000);

    private final int bit;

    Locality(int bit) {
        this.bit = bit;
    }

    /**
     * {@return what a relative locality stands for, such as the value of a key of the type {@code ValueType.LOCALITY}}
     * The set is immutable, and empty for processes that share nothing.
     *
     * @param bits the bits of a {@code pmix_locality_t}; unknown ones are left out
     */
    public static Set<Locality> of(int bits) {
        EnumSet<Locality> shared = EnumSet.noneOf(Locality.class);
        for (Locality locality : values()) {
            if ((bits & locality.bit) != 0) {
                shared.add(locality);
            }
        }
        return Collections.unmodifiableSet(shared);
    }
}
