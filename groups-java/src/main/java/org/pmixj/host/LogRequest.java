// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.pmixj.Attributes;
import org.pmixj.Keys;
import org.pmixj.internal.base.Checks;

/**
 * Logs text ({@code PMIx_Log}, PMIx Standard, Job Management and Reporting). Immutable.
 *
 * {@snippet file="HostSnippets.java" region="log"}
 *
 * <p>Channels are {@code Keys.LOG_STDOUT} and {@code LOG_STDERR} of the launcher, which write the text as it is; {@code
 * LOG_SYSLOG} of this node or, if it has none, of the launcher's; {@code LOG_GLOBAL_SYSLOG} of the launcher's node; and
 * others such as {@code LOG_EMAIL}. libpmix passes texts for system logs to {@code syslog(3)}, which does not report
 * whether a daemon writes them. Directives are {@code LOG_TAG_OUTPUT} (process and channel before each line), {@code
 * LOG_TIMESTAMP_OUTPUT}, {@code LOG_ONCE} (only the first channel that accepts) and {@code LOG_SYSLOG_PRI} (0 for an
 * emergency to 7 for debugging).
 *
 * @param data the channels, at least one, each with its text
 * @param directives the directives
 * @param timeout how long to wait for the answer; empty for the default of the handle
 */
public record LogRequest(Attributes data, Attributes directives, Optional<Duration> timeout) {
    /** Checks that there is something to log, priorities are 0 to 7, and the timeout is positive. */
    public LogRequest {
        if (data.isEmpty()) {
            throw new IllegalArgumentException("log: there is nothing to log; give a channel such as Keys.LOG_STDERR");
        }
        Objects.requireNonNull(directives, "directives");
        for (int priority : directives.all(Keys.LOG_SYSLOG_PRI)) {
            if (priority < 0 || priority > 7) {
                throw new IllegalArgumentException("log: there is no priority " + priority + "; give 0 to 7");
            }
        }
        Checks.timeout(timeout);
    }

    /**
     * Creates a request with the default timeout.
     *
     * @param data the channels, each with its text
     * @param directives the directives
     */
    public LogRequest(Attributes data, Attributes directives) {
        this(data, directives, Optional.empty());
    }

    /**
     * Creates a request without directives and with the default timeout.
     *
     * @param data the channels, each with its text
     */
    public LogRequest(Attributes data) {
        this(data, Attributes.none());
    }

    /**
     * {@return a copy of this request with a timeout, which limits the wait in this process only}
     *
     * @param limit more than zero
     */
    public LogRequest withTimeout(Duration limit) {
        return new LogRequest(data, directives, Optional.of(limit));
    }
}
