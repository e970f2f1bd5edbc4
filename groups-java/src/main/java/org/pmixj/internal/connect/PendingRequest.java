// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import java.time.Duration;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.ConnectRequested;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Patience;

/**
 * Keeps a request of another process, and when it expires. A request that arrives while there is no listener may be
 * old, because libpmix or the server may have kept it. Then the time is not known.
 */
record PendingRequest(ConnectRequested received, long deadline, boolean mayBeOld) {
    static PendingRequest of(ConnectRequested received, boolean mayBeOld) {
        Duration left = received.request().timeout().orElse(Duration.ofNanos(Patience.LONGEST));
        return new PendingRequest(received, Deadline.in(Deadline.toNanos(left)), mayBeOld);
    }

    /** Returns whether it must not be reported, or not without asking the sender. */
    boolean isOver() {
        return mayBeOld || Deadline.until(deadline) <= 0;
    }

    /** Returns the request with the time that is left. */
    ConnectRequested now() {
        ConnectRequest request = received.request();
        if (request.timeout().isPresent()) {
            request = request.toBuilder()
                    .timeout(Deadline.durationUntil(deadline))
                    .build();
        }
        return new ConnectRequested(received.by(), received.namespace(), request, received.isExchangeOnly());
    }
}
