// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.rollcall;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The questions of a session that are under way, by their numbers. All copies of this library in a JVM receive its
 * events, and answers to an earlier session may arrive in this one: so each session begins with another number.
 */
final class Questions {
    /** So many collectives at most, of which one process asks on behalf of others, time out within some seconds. */
    static final int MOST_ON_BEHALF = 100;

    private final AtomicLong numbers =
            new AtomicLong(ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE / 2));
    private final Map<Long, Gathering> underWay = new ConcurrentHashMap<>();
    /** Those on behalf of others, by the names of the collectives. */
    private final Map<String, Gathering> onBehalf = new ConcurrentHashMap<>();

    /** Returns the number of a new question, never 0. */
    long nextNumber() {
        return numbers.incrementAndGet();
    }

    void add(Gathering gathering) {
        underWay.put(gathering.number, gathering);
    }

    /**
     * Returns whether others may be asked about one more collective on behalf of those that report. The reports of a
     * process that sends nonsense would keep this one busy with questions.
     */
    boolean mayAddOnBehalf(String name) {
        return onBehalf.size() < MOST_ON_BEHALF || onBehalf.containsKey(name);
    }

    /** Adds one that replaces an earlier one about a collective of this name. */
    void addOnBehalf(Gathering gathering) {
        onBehalf.put(gathering.name, gathering);
    }

    void remove(Gathering gathering) {
        underWay.remove(gathering.number);
        onBehalf.remove(gathering.name, gathering);
    }

    /** Returns the one on behalf of others about a collective, or null. */
    @Nullable
    Gathering onBehalf(String name) {
        return onBehalf.get(name);
    }

    /** Returns the question of a number, or null if there is none about this collective. */
    @Nullable
    Gathering find(long number, String name) {
        Gathering gathering = underWay.get(number);
        return gathering != null && gathering.name.equals(name) ? gathering : null;
    }
}
