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

    /** {@return a request without directives, with the default timeout of the handle} */
    public static DisconnectRequest defaults() {
        return builder().build();
    }

    /** {@return a new builder} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return whether the others are notified, see {@link Builder#notifyEach}} */
    public boolean notifyEach() {
        return notifyEach;
    }

    /** {@return the timeout, empty for the default of the handle} */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    /** Builds a request. It must not be used by several threads at once. */
    public static final class Builder {
        private boolean notifyEach;
        private @Nullable Duration timeout;

        private Builder() {}

        /**
         * {@return this, set to notify the other processes that this one disconnects, if they have registered for it
         * ({@code PMIX_CONNECT_NOTIFY_EACH})} It does so even if the request to connect did not ask for it.
         */
        public Builder notifyEach() {
            this.notifyEach = true;
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

        /** {@return the request} */
        public DisconnectRequest build() {
            return new DisconnectRequest(this);
        }
    }
}
