// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Checks;

/**
 * Describes where and how long to look for a value ({@code PMIx_Get}, PMIx Standard 7.1.4). Immutable. The
 * same options can be used for every process and key.
 *
 * {@snippet file="CoreSnippets.java" region="get-options"}
 */
public final class GetOptions {
    private static final GetOptions DEFAULTS = builder().build();

    /** Lists where to look for a value. */
    enum Reach {
        /** In this process and on the server, which waits until the process has committed the value. */
        WAIT,
        /** In this process and on the server, which answers at once. */
        IMMEDIATE,
        /** In this process only. */
        OPTIONAL
    }

    private final Reach reach;
    private final boolean refreshCache;
    private final @Nullable Duration timeout;
    private final Attributes qualifiers;

    private GetOptions(Builder builder) {
        this.reach = builder.reach;
        this.refreshCache = builder.refreshCache;
        this.timeout = builder.timeout;
        this.qualifiers = builder.qualifiers.build();
    }

    /** {@return the options of a plain get: look here, then ask the server and wait for the default timeout} */
    public static GetOptions defaults() {
        return DEFAULTS;
    }

    /** {@return a new builder} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return whether only this process's memory is looked at, see {@link Builder#optional}} */
    public boolean isOptional() {
        return reach == Reach.OPTIONAL;
    }

    /** {@return whether the server answers at once, see {@link Builder#immediate}} */
    public boolean isImmediate() {
        return reach == Reach.IMMEDIATE;
    }

    /** {@return whether what is known here of the process is fetched again, see {@link Builder#refreshCache}} */
    public boolean isRefreshCache() {
        return refreshCache;
    }

    /** {@return the timeout; empty for the handle's default} */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    /** {@return the scope and further qualifiers, in the order given} */
    public Attributes qualifiers() {
        return qualifiers;
    }

    /** Builds options. It must not be used by several threads at once. */
    public static final class Builder {
        private Reach reach = Reach.WAIT;
        private boolean refreshCache;
        private @Nullable Duration timeout;
        private final Attributes.Builder qualifiers = Attributes.builder();

        private Builder() {}

        /** {@return this, set to look only at what this process knows, without waiting ({@code PMIX_OPTIONAL})} */
        public Builder optional() {
            this.reach = Reach.OPTIONAL;
            return this;
        }

        /**
         * {@return this, set to skip the wait for a missing value: what the server of this node does not have is {@link
         * PmixException.NotFound} at once ({@code PMIX_IMMEDIATE})} The server then does not ask other nodes, so of
         * processes there it has only what a fence has brought.
         */
        public Builder immediate() {
            this.reach = Reach.IMMEDIATE;
            return this;
        }

        /**
         * {@return this, set to fetch again what is known here of the process ({@code PMIX_GET_REFRESH_CACHE})} Without
         * it, a value that was read before is returned again, even if its process has put and committed another.
         */
        public Builder refreshCache() {
            this.refreshCache = true;
            return this;
        }

        /**
         * Sets the timeout of the get ({@code PMIX_TIMEOUT}).
         *
         * @param bound more than zero
         * @return this
         */
        public Builder timeout(Duration bound) {
            this.timeout = Checks.timeout(bound);
            return this;
        }

        /**
         * Adds qualifiers, such as {@code Keys.NODE_INFO} with {@code Keys.HOSTNAME}, or {@code Keys.DATA_SCOPE}.
         *
         * @param attributes the qualifiers
         * @return this
         * @throws IllegalArgumentException if a key has a method of its own here or requests a pointer to memory of
         *     libpmix
         */
        public Builder qualifiers(Attributes attributes) {
            for (Info qualifier : attributes) {
                qualifiers.add(checked(qualifier));
            }
            return this;
        }

        private static Info checked(Info qualifier) {
            return switch (qualifier.key()) {
                case "pmix.optional",
                        "pmix.immediate",
                        "pmix.get.refresh",
                        "pmix.timeout",
                        "pmix.get.static",
                        "pmix.get.pntrs" ->
                    throw new IllegalArgumentException("get: " + qualifier.key()
                            + " cannot be a qualifier in Java; see the methods of GetOptions.Builder");
                default -> qualifier;
            };
        }

        /**
         * {@return the options with these settings}
         *
         * @throws IllegalArgumentException if they contradict each other
         */
        public GetOptions build() {
            if (refreshCache && reach == Reach.OPTIONAL) {
                throw new IllegalArgumentException(
                        "get: optional and refreshCache exclude each other; set one of them");
            }
            return new GetOptions(this);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof GetOptions that
                && reach == that.reach
                && refreshCache == that.refreshCache
                && Objects.equals(timeout, that.timeout)
                && qualifiers.equals(that.qualifiers);
    }

    @Override
    public int hashCode() {
        return Objects.hash(reach, refreshCache, timeout, qualifiers);
    }
}
