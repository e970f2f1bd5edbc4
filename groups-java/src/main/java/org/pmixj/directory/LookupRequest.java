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
    private final Attributes directives;
    private final @Nullable Duration timeout;

    private LookupRequest(Builder builder) {
        this.keys = List.copyOf(builder.keys);
        this.range = builder.range;
        this.wait = builder.wait;
        this.directives = builder.directives;
        this.timeout = builder.timeout;
    }

    /** {@return a new builder} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return the keys to look up, an immutable list of one or more} */
    public List<Key<?>> keys() {
        return keys;
    }

    /** {@return the range in which to look; {@link Range#SESSION} unless set} */
    public Range range() {
        return range;
    }

    /** {@return the number of keys to wait for; 0 for all, empty to take what is published now} */
    public OptionalInt waitFor() {
        return wait < 0 ? OptionalInt.empty() : OptionalInt.of(wait);
    }

    /** {@return further directives; none unless set} */
    public Attributes directives() {
        return directives;
    }

    /** {@return the timeout; empty for the handle's default} */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    /** Builds a request. It must not be used by several threads at once. */
    public static final class Builder {
        private final List<Key<?>> keys = new ArrayList<>();
        private Range range = Range.SESSION;
        private int wait = -1;
        private Attributes directives = Attributes.none();
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
         * Sets the range in which to look ({@code PMIX_RANGE}); the session's unless set. PRRTE (seen with 5.0.0rc1)
         * looks in every range that this process may read, and finds what was published first; so use a key in one
         * range only.
         *
         * @param value the range
         * @return this
         */
        public Builder range(Range value) {
            this.range = Objects.requireNonNull(value, "range");
            return this;
        }

        /** {@return this, set to wait until all keys are published ({@code PMIX_WAIT}), at most for the timeout} */
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
         * Sets further directives. The methods of this builder take precedence over them.
         *
         * @param value attributes of the Standard
         * @return this
         */
        public Builder directives(Attributes value) {
            this.directives = Objects.requireNonNull(value, "directives");
            return this;
        }

        /**
         * Sets the timeout of the operation ({@code PMIX_TIMEOUT}).
         *
         * @param bound more than zero
         * @return this
         */
        public Builder timeout(Duration bound) {
            this.timeout = Checks.timeout(bound);
            return this;
        }

        /**
         * {@return a request with these settings}
         *
         * @throws IllegalArgumentException if there are no keys, or fewer than the number to wait for
         */
        public LookupRequest build() {
            if (keys.isEmpty()) {
                throw new IllegalArgumentException("lookup: no keys are given; add one or more");
            } else if (wait > keys.size()) {
                throw new IllegalArgumentException("lookup: cannot wait for " + wait + " of "
                        + Checks.count(keys.size(), "key") + "; add keys, or wait for fewer");
            }
            return new LookupRequest(this);
        }
    }
}
