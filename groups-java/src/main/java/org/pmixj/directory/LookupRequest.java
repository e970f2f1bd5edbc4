// SPDX-License-Identifier: Apache-2.0
package org.pmixj.directory;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.Range;
import org.pmixj.internal.base.Checks;

/**
 * Describes what to look up ({@code PMIx_Lookup}, PMIx Standard). Immutable.
 *
 * @param keys the keys to look up, an immutable list of one or more
 * @param range the range in which to look, see {@link #withRange}
 * @param waitFor the number of keys to wait for; 0 for all, empty to take what is published now
 * @param directives further directives, over which the other components take precedence
 * @param timeout more than zero; empty for the default of the handle
 */
public record LookupRequest(
        List<Key<?>> keys, Range range, OptionalInt waitFor, Attributes directives, Optional<Duration> timeout) {
    /**
     * Checks the components; throws {@link IllegalArgumentException} if there are no keys, a key twice, or fewer keys than
     * the number to wait for, or a number or the timeout is out of range.
     */
    public LookupRequest {
        keys = Checks.keys(keys);
        Checks.notNull("range", range, "directives", directives);
        Checks.timeout(timeout);
        int count = waitFor.orElse(0);
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("lookup: no keys are given; add one or more");
        } else if (count < 0 || count > keys.size()) {
            throw new IllegalArgumentException("lookup: cannot wait for " + count + " of "
                    + Checks.count(keys.size(), "key") + "; add keys, or wait for fewer");
        }
    }

    /**
     * {@return a request for what is published in {@link Range#SESSION} now}
     *
     * @param keys one or more names and types
     * @throws IllegalArgumentException if there are none, or one is given twice
     */
    public static LookupRequest of(Key<?>... keys) {
        return new LookupRequest(
                List.of(keys), Range.SESSION, OptionalInt.empty(), Attributes.none(), Optional.empty());
    }

    /**
     * {@return this request for another range ({@code PMIX_RANGE})} PRRTE (seen with 5.0.0rc1) looks in every range that
     * this process may read, and finds what was published first; so use a key in one range only.
     *
     * @param other the range
     */
    public LookupRequest withRange(Range other) {
        return new LookupRequest(keys, other, waitFor, directives, timeout);
    }

    /** {@return this request, but it waits until all keys are published ({@code PMIX_WAIT}), at most for the timeout} */
    public LookupRequest waitForAll() {
        return new LookupRequest(keys, range, OptionalInt.of(0), directives, timeout);
    }

    /**
     * {@return this request, but it waits until this many of the keys are published ({@code PMIX_WAIT}), at most for the
     * timeout}
     *
     * @param count 1 to the number of keys
     * @throws IllegalArgumentException if it is another number
     */
    public LookupRequest waitFor(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("lookup: cannot wait for " + count + " keys; wait for 1 or more");
        }
        return new LookupRequest(keys, range, OptionalInt.of(count), directives, timeout);
    }

    /**
     * {@return this request with more directives} The methods here take precedence over them.
     *
     * @param more attributes that libpmix or the host knows
     */
    public LookupRequest withDirectives(Attributes more) {
        return new LookupRequest(keys, range, waitFor, directives.and(more), timeout);
    }

    /**
     * {@return this request with a timeout of the operation ({@code PMIX_TIMEOUT})}
     *
     * @param bound more than zero
     */
    public LookupRequest withTimeout(Duration bound) {
        return new LookupRequest(keys, range, waitFor, directives, Optional.of(bound));
    }
}
