// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.time.Duration;
import java.util.Optional;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.PmixStatus;
import org.pmixj.internal.base.Checks;

/**
 * Watches or measures something ({@code PMIx_Process_monitor}, PMIx Standard, Job Management and Reporting). Immutable.
 *
 * {@snippet file="HostSnippets.java" region="monitor"}
 *
 * <p>The following can be watched:
 *
 * <ul>
 *   <li>{@code Keys.MONITOR_HEARTBEAT}: {@linkplain Control#heartbeat heartbeats} of this process, with {@code
 *       MONITOR_HEARTBEAT_TIME}, {@code MONITOR_HEARTBEAT_DROPS} and {@code Statuses.MONITOR_HEARTBEAT_ALERT};
 *   <li>{@code Keys.MONITOR_FILE}: whether a file grows, as above. PRRTE 5.0.0rc1 accepts both, but no alert was ever
 *       seen;
 *   <li>{@code Keys.MONITOR_PROC_RESOURCE_USAGE} and {@code MONITOR_NODE_RESOURCE_USAGE}: the resources that processes
 *       or nodes use, once. The value has the keys to measure, none for all, and {@link Control#monitor} returns the
 *       answer. The status is {@code Statuses.MONITOR_RESUSAGE_UPDATE}. Without {@code MONITOR_TARGET_PROCS} the
 *       processes are those of this node that have initialised PMIx;
 *   <li>{@code Keys.MONITOR_CANCEL} ends the monitor with a {@code MONITOR_ID}.
 * </ul>
 *
 * @param monitor what to watch
 * @param alert the status of the event that reports, for {@link org.pmixj.event.Events#on}
 * @param directives how to watch it
 * @param timeout how long to wait for the answer, not how long to watch; empty for the default of the handle
 */
public record MonitorRequest(Info monitor, PmixStatus alert, Attributes directives, Optional<Duration> timeout) {
    /** Checks the components; throws {@link IllegalArgumentException} if the timeout is not positive. */
    public MonitorRequest {
        Checks.notNull("monitor", monitor, "alert", alert, "directives", directives);
        Checks.timeout(timeout);
    }

    /**
     * Creates a request with the default timeout.
     *
     * @param monitor what to watch
     * @param alert the status of the event that reports
     * @param directives how to watch it
     */
    public MonitorRequest(Info monitor, PmixStatus alert, Attributes directives) {
        this(monitor, alert, directives, Optional.empty());
    }

    /**
     * {@return a copy of this request with a timeout, which limits the wait in this process only}
     *
     * @param limit more than zero
     */
    public MonitorRequest withTimeout(Duration limit) {
        return new MonitorRequest(monitor, alert, directives, Optional.of(limit));
    }
}
