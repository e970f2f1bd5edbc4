// SPDX-License-Identifier: Apache-2.0
package org.pmixj.connect;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Checks;

/** Describes how to disconnect (RFC 0003, {@code PMIx_Disconnect}). Immutable. */
public final class DisconnectRequest {
    private final boolean notifyEach;
    private final @Nullable Duration timeout;

    private DisconnectRequest(Builder builder) {
        this.notifyEach = builder.notifyEach;
        this.timeout = builder.timeout;
    }

    /**
     * Returns a request without directives, within the default timeout of the handle.
     *
     * @return a request
     */
    public static DisconnectRequest defaults() {
        return builder().build();
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
     * Returns whether the others are notified.
     *
     * @return see {@link Builder#notifyEach}
     */
    public boolean notifyEach() {
        return notifyEach;
    }

    /**
     * Returns the timeout.
     *
     * @return empty for the default timeout of the handle
     */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    /** Builds a request. It must not be used by several threads at once. */
    public static final class Builder {
        private boolean notifyEach;
        private @Nullable Duration timeout;

        private Builder() {}

        /**
         * Notifies the other processes, if they have registered for it, that this one disconnects ({@code
         * PMIX_CONNECT_NOTIFY_EACH}), also where the connection was created without.
         *
         * @return this
         */
        public Builder notifyEach() {
            this.notifyEach = true;
            return this;
        }

        /**
         * Sets the timeout of the operation ({@code PMIX_TIMEOUT}).
         *
         * @param bound counted in whole seconds by libpmix; a fraction is rounded up
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
         */
        public DisconnectRequest build() {
            return new DisconnectRequest(this);
        }
    }
}
