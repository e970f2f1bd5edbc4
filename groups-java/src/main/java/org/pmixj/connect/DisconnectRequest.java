// SPDX-License-Identifier: Apache-2.0
package org.pmixj.connect;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.Checks;

/** How to disconnect (RFC 0003, {@code PMIx_Disconnect}). Immutable; each method makes a new one. */
public final class DisconnectRequest {
    private static final DisconnectRequest PLAIN = new DisconnectRequest(false, null);

    private final boolean notifyEach;
    private final @Nullable Duration timeout;

    private DisconnectRequest(boolean notifyEach, @Nullable Duration timeout) {
        this.notifyEach = notifyEach;
        this.timeout = timeout;
    }

    /**
     * Begins a request without directives.
     *
     * @return a request
     */
    public static DisconnectRequest plain() {
        return PLAIN;
    }

    /**
     * Tells the other processes, if they have registered for it, that this one disconnects ({@code
     * PMIX_CONNECT_NOTIFY_EACH}), also where the connection was made without.
     *
     * @return a request
     */
    public DisconnectRequest notifyEach() {
        return new DisconnectRequest(true, timeout);
    }

    /**
     * Bounds the operation ({@code PMIX_TIMEOUT}).
     *
     * @param bound counted in whole seconds by libpmix; a fraction is rounded up
     * @return a request
     * @throws IllegalArgumentException if it is not positive
     */
    public DisconnectRequest timeout(Duration bound) {
        return new DisconnectRequest(notifyEach, Checks.timeout(bound));
    }

    /**
     * Whether the others are told.
     *
     * @return see {@link #notifyEach()}
     */
    public boolean isNotifyEach() {
        return notifyEach;
    }

    /**
     * For how long this process waits.
     *
     * @return empty for the default of the handle
     */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }
}
