// SPDX-License-Identifier: Apache-2.0
package org.pmixj.connect;

import java.util.Objects;
import org.pmixj.ProcId;

/**
 * Reports that another process asks this one to connect ({@code PMIX_CONNECT_REQUESTED} of RFC 0003), and still waits,
 * as far as the clocks of both agree.
 *
 * @param by who asks
 * @param namespace what the connection will be called
 * @param request what this process is to give to {@link Connections#connectAsync}, or to {@link
 *     Connections#exchangeJobInfoAsync} if it {@link #isExchangeOnly}: with the directives of the one who asks, and for
 *     as long as that one waits
 * @param isExchangeOnly whether nothing is to be connected ({@code PMIX_CONNECT_XCHG_ONLY})
 */
public record ConnectRequested(ProcId by, String namespace, ConnectRequest request, boolean isExchangeOnly) {
    /** Checks the components. */
    public ConnectRequested {
        Objects.requireNonNull(by, "by");
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(request, "request");
    }
}
