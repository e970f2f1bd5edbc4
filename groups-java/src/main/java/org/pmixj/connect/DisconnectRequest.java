// SPDX-License-Identifier: Apache-2.0
package org.pmixj.connect;

import java.time.Duration;
import java.util.Optional;
import org.pmixj.Attributes;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Directives;

/**
 * Describes how to disconnect (RFC 0003, {@code PMIx_Disconnect}). Immutable.
 *
 * @param notifyEach whether the others are notified, see {@link #withNotifyEach}
 * @param timeout more than zero; empty for the default of the handle
 * @param directives passed to {@code PMIx_Disconnect} as they are. That function is not called while another connection
 *     of these processes exists, or if the connect allowed early termination
 */
public record DisconnectRequest(boolean notifyEach, Optional<Duration> timeout, Attributes directives) {
    private static final DisconnectRequest DEFAULTS = new DisconnectRequest(false, Optional.empty(), Attributes.none());

    /**
     * Checks the components; throws {@link IllegalArgumentException} if the timeout is not positive, or this library
     * sets one of the directives.
     */
    public DisconnectRequest {
        Checks.timeout(timeout);
        Directives.DISCONNECT.check(directives);
    }

    /** {@return a request without directives, with the default timeout of the handle} */
    public static DisconnectRequest defaults() {
        return DEFAULTS;
    }

    /**
     * {@return this request, but the other processes are notified that this one disconnects, if they have registered for
     * it ({@code PMIX_CONNECT_NOTIFY_EACH})} It does so even if the request to connect did not ask for it.
     */
    public DisconnectRequest withNotifyEach() {
        return new DisconnectRequest(true, timeout, directives);
    }

    /**
     * {@return this request with a timeout of the operation ({@code PMIX_TIMEOUT})}
     *
     * @param bound more than zero
     */
    public DisconnectRequest withTimeout(Duration bound) {
        return new DisconnectRequest(notifyEach, Optional.of(bound), directives);
    }

    /**
     * {@return this request with more directives, for which there is no method here} They are passed to {@code
     * PMIx_Disconnect} as they are.
     *
     * @param more attributes that libpmix or the host knows
     * @throws IllegalArgumentException if this library sets one of them; the message names the method to use
     */
    public DisconnectRequest withDirectives(Attributes more) {
        return new DisconnectRequest(notifyEach, timeout, directives.and(more));
    }
}
