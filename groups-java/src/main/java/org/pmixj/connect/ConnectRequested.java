// SPDX-License-Identifier: Apache-2.0
package org.pmixj.connect;

import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;

/**
 * Reports that another process asks this one to connect ({@code PMIX_CONNECT_REQUESTED} of RFC 0003) and still waits.
 * A process that learns of a request later asks the sender, which answers with the time that is left. So no time of day
 * matters. A program that uses libpmix alone may ask without a time; its request has no timeout.
 *
 * @param by the process that asks
 * @param namespace the namespace that the connection will have
 * @param request the request to pass to {@link Connections#connectAsync}, or to {@link
 *     Connections#exchangeJobInfoAsync} if it {@link #isExchangeOnly}. It has the directives of the asking process, and
 *     as its timeout the time that process still waits
 * @param isExchangeOnly whether job information is exchanged without connecting ({@code PMIX_CONNECT_XCHG_ONLY})
 */
public record ConnectRequested(ProcId by, String namespace, ConnectRequest request, boolean isExchangeOnly) {
    /** Checks the components. */
    public ConnectRequested {
        Checks.notNull("by", by, "namespace", namespace, "request", request);
    }
}
