// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import java.util.LinkedHashMap;
import java.util.Map;

/** Keeps the newest of some entries: one too many removes the oldest. Its users guard it. */
public final class Bounded<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;

    private final int most;

    /** Constructs one with space for so many keys. */
    public Bounded(int most) {
        this(most, false);
    }

    /** Constructs one that may count an entry as new whenever it is used. */
    public Bounded(int most, boolean renewedByUse) {
        super(16, 0.75f, renewedByUse);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}
