// SPDX-License-Identifier: Apache-2.0
package org.pmixj.connect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Directives;

/** Describes how to disconnect (RFC 0003, {@code PMIx_Disconnect}). Immutable. */
public final class DisconnectRequest {
    private final boolean notifyEach;
    private final @Nullable Duration timeout;
    private final Attributes directives;

    private DisconnectRequest(Builder builder) {
        this.notifyEach = builder.notifyEach;
        this.timeout = builder.timeout;
        this.directives = Attributes.of(builder.directives);
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

    /** {@return the directives that are passed to libpmix as they are; none unless set} */
    public Attributes directives() {
        return directives;
    }

    /** Builds a request. It must not be used by several threads at once. */
    public static final class Builder {
        private boolean notifyEach;
        private @Nullable Duration timeout;
        private final List<Info> directives = new ArrayList<>();

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

        /**
         * Adds directives for which there is no method here. They are passed to {@code PMIx_Disconnect}
         * as they are.
         *
         * @param more attributes that libpmix or the host knows
         * @return this
         * @throws IllegalArgumentException if this library sets one of them; the message names the method to use
         */
        public Builder directives(Attributes more) {
            Directives.DISCONNECT.add(directives, more);
            return this;
        }

        /** {@return the request} */
        public DisconnectRequest build() {
            return new DisconnectRequest(this);
        }
    }
}
