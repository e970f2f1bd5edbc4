// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.time.Duration;
import java.util.Optional;
import org.pmixj.Attributes;
import org.pmixj.Keys;
import org.pmixj.internal.base.Checks;

/**
 * Controls all jobs of a session ({@code PMIx_Session_control}, PMIx Standard, Job Management and Reporting).
 * Immutable. PRRTE accepts such requests for the sessions of a scheduler only.
 *
 * @param session the number of the session, 0 to 4,294,967,294, or {@link #ALL}
 * @param directives the directives, at least one, such as {@code Keys.SESSION_PAUSE}, {@code SESSION_RESUME}, {@code
 *     SESSION_TERMINATE} or {@code SESSION_SIGNAL}
 * @param timeout how long to wait for the answer; empty for the default of the handle
 */
public record SessionControlRequest(long session, Attributes directives, Optional<Duration> timeout) {
    /** Stands for all sessions that the caller may control. */
    public static final long ALL = 0xFFFF_FFFFL;

    /** Checks that the session is in range, there is a directive, signals are 1 to 64, and the timeout is positive. */
    public SessionControlRequest {
        if (session < 0 || session > ALL) {
            throw new IllegalArgumentException(
                    "session control: there is no session " + session + "; give 0 to " + ALL);
        }
        HostChecks.directives("session control", directives);
        HostChecks.signal(directives, Keys.SESSION_SIGNAL);
        Checks.timeout(timeout);
    }

    /**
     * Creates a request with the default timeout.
     *
     * @param session the number of the session, or {@link #ALL}
     * @param directives the directives
     */
    public SessionControlRequest(long session, Attributes directives) {
        this(session, directives, Optional.empty());
    }

    /**
     * {@return a copy of this request with a timeout, which limits the wait in this process only}
     *
     * @param limit more than zero
     */
    public SessionControlRequest withTimeout(Duration limit) {
        return new SessionControlRequest(session, directives, Optional.of(limit));
    }
}
