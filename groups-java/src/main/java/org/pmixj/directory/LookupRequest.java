// SPDX-License-Identifier: Apache-2.0
package org.pmixj.directory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.Range;
import org.pmixj.internal.base.Checks;

/** Describes what to look up ({@code PMIx_Lookup}, PMIx Standard). Immutable. */
public final class LookupRequest {
    private final List<Key<?>> keys;
    private final Range range;
    private final int wait;
    private final Attributes attributes;
    private final @Nullable Duration timeout;

    private LookupRequest(Builder builder) {
        this.keys = List.copyOf(builder.keys);
        this.range = builder.range;
        this.wait = builder.wait;
        this.attributes = builder.attributes;
        this.timeout = builder.timeout;
    }

    /**
     * Creates a builder.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns what to look up.
     *
     * @return an immutable list of one or more
     */
    public List<Key<?>> keys() {
        return keys;
    }

    /**
     * Returns the range in which to look.
     *
     * @return {@link Range#SESSION} unless set
     */
    public Range range() {
        return range;
    }

    /**
     * Returns how many keys to wait for.
     *
     * @return empty if the answer is what is published now; 0 for all
     */
    public OptionalInt waitFor() {
        return wait < 0 ? OptionalInt.empty() : OptionalInt.of(wait);
    }

    /**
     * Returns further directives.
     *
     * @return none unless set
     */
    public Attributes attributes() {
        return attributes;
    }

    /**
     * Returns the timeout.
     *
     * @return empty for the handle's default
     */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    /** Builds a request. It must not be used by several threads at once. */
    public static final class Builder {
        private final List<Key<?>> keys = new ArrayList<>();
        private Range range = Range.SESSION;
        private int wait = -1;
        private Attributes attributes = Attributes.none();
        private @Nullable Duration timeout;

        private Builder() {}

        /**
         * Adds keys to look up.
         *
         * @param more names and types
         * @return this
         * @throws IllegalArgumentException if one was given before
         */
        public Builder keys(Key<?>... more) {
            Checks.addKeys(keys, more);
            return this;
        }

        /**
         * Sets the range in which to look ({@code PMIX_RANGE}): the session's unless this says otherwise. PRRTE (seen
         * with 5.0.0rc1) looks in every range that this process may read, and finds what was published first; so give a
         * key a name of its own for each range.
         *
         * @param value the range
         * @return this
         */
        public Builder range(Range value) {
            this.range = Objects.requireNonNull(value, "range");
            return this;
        }

        /**
         * Waits until all keys are published ({@code PMIX_WAIT}), at most as long as the timeout.
         *
         * @return this
         */
        public Builder waitForAll() {
            this.wait = 0;
            return this;
        }

        /**
         * Waits until this many of the keys are published ({@code PMIX_WAIT}), at most as long as the timeout.
         *
         * @param count 1 to the number of keys
         * @return this
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder waitFor(int count) {
            if (count < 1) {
                throw new IllegalArgumentException("lookup: cannot wait for " + count + " keys; wait for 1 or more");
            }
            this.wait = count;
            return this;
        }

        /**
         * Sets further directives, as libpmix and its host know them. Where they repeat what this builder has a method
         * for, the builder's word counts.
         *
         * @param value attributes of the Standard
         * @return this
         */
        public Builder attributes(Attributes value) {
            this.attributes = Objects.requireNonNull(value, "attributes");
            return this;
        }

        /**
         * Sets the timeout of the operation ({@code PMIX_TIMEOUT}). libpmix counts whole seconds, so a fraction is
         * rounded up.
         *
         * @param bound more than zero
         * @return this
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder timeout(Duration bound) {
            this.timeout = Checks.timeout(bound);
            return this;
        }

        /**
         * Builds the request.
         *
         * @return the request
         * @throws IllegalArgumentException if there are no keys, or fewer than it is to wait for
         */
        public LookupRequest build() {
            if (keys.isEmpty()) {
                throw new IllegalArgumentException("lookup: no keys are given");
            } else if (wait > keys.size()) {
                throw new IllegalArgumentException("lookup: cannot wait for " + wait + " of " + keys.size() + " keys");
            }
            return new LookupRequest(this);
        }
    }
}
