// SPDX-License-Identifier: Apache-2.0
package org.pmixj.directory;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.Range;
import org.pmixj.internal.base.Checks;

/** Describes what to unpublish ({@code PMIx_Unpublish}, PMIx Standard). Immutable. */
public final class UnpublishRequest {
    private final List<Key<?>> keys;
    private final Range range;
    private final Attributes directives;

    private UnpublishRequest(Builder builder) {
        this.keys = List.copyOf(builder.keys);
        this.range = builder.range;
        this.directives = builder.directives;
    }

    /** {@return a new builder} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return the keys to unpublish, an immutable list; empty for everything this process has published} */
    public List<Key<?>> keys() {
        return keys;
    }

    /** {@return the range; {@link Range#SESSION} unless set} */
    public Range range() {
        return range;
    }

    /** {@return further directives; none unless set} */
    public Attributes directives() {
        return directives;
    }

    /** Builds a request. It must not be used by several threads at once. */
    public static final class Builder {
        private final List<Key<?>> keys = new ArrayList<>();
        private boolean everything;
        private Range range = Range.SESSION;
        private Attributes directives = Attributes.none();

        private Builder() {}

        /**
         * Adds keys to unpublish.
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
         * {@return this, set to unpublish everything that this process has published} PRRTE (seen with 5.0.0rc1) then
         * does so in every range, and ignores the range of the request.
         */
        public Builder everything() {
            this.everything = true;
            return this;
        }

        /**
         * Sets the range in which they were published ({@code PMIX_RANGE}); the session unless set.
         *
         * @param value the range
         * @return this
         */
        public Builder range(Range value) {
            this.range = Objects.requireNonNull(value, "range");
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
         * {@return a request with these settings}
         *
         * @throws IllegalArgumentException if there are neither keys nor {@link #everything}, or both
         */
        public UnpublishRequest build() {
            if (everything != keys.isEmpty()) {
                throw new IllegalArgumentException("unpublish: give either keys or everything");
            }
            return new UnpublishRequest(this);
        }
    }
}
