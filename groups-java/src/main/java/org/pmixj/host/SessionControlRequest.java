// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.codec.Directives;

/**
 * What to do to all jobs of a session ({@code PMIx_Session_control}, PMIx Standard, Job Management and Reporting). Immutable. PRRTE takes such
 * requests for the sessions of a scheduler only.
 */
public final class SessionControlRequest {
    private static final long ALL = 0xFFFF_FFFFL;

    private final long session;
    private final Attributes directives;
    private final @Nullable Duration timeout;

    private SessionControlRequest(Builder builder) {
        this.session = builder.session;
        this.directives = builder.directives.build();
        this.timeout = builder.timeout;
    }

    /**
     * Begins a request about one session.
     *
     * @param session its number, 0 to 4,294,967,294
     * @return a builder
     * @throws IllegalArgumentException if the number is out of this range
     */
    public static Builder of(long session) {
        if (session < 0 || session >= ALL) {
            throw new IllegalArgumentException("session " + session + " is not 0 to " + (ALL - 1));
        }
        return new Builder(session);
    }

    /**
     * Begins a request about all sessions that the caller may control.
     *
     * @return a builder
     */
    public static Builder ofAll() {
        return new Builder(ALL);
    }

    /**
     * The number of the session.
     *
     * @return 4,294,967,295 for all
     */
    public long session() {
        return session;
    }

    /**
     * What to do.
     *
     * @return at least one directive
     */
    public Attributes directives() {
        return directives;
    }

    /**
     * The bound.
     *
     * @return empty for the session's default
     */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    @Override
    public String toString() {
        return "SessionControlRequest[" + session + ", " + directives + "]";
    }

    /** Collects a request. Not for use by several threads at once. */
    public static final class Builder {
        private final long session;
        private final Attributes.Builder directives = Attributes.builder();
        private @Nullable Duration timeout;

        private Builder(long session) {
            this.session = session;
        }

        /**
         * Stops the jobs for a while ({@code PMIX_SESSION_PAUSE}).
         *
         * @return this
         */
        public Builder pause() {
            return directive(Directives.sessionPause());
        }

        /**
         * Lets the jobs go on ({@code PMIX_SESSION_RESUME}).
         *
         * @return this
         */
        public Builder resume() {
            return directive(Directives.sessionResume());
        }

        /**
         * Ends the jobs ({@code PMIX_SESSION_TERMINATE}).
         *
         * @return this
         */
        public Builder terminate() {
            return directive(Directives.sessionTerminate());
        }

        /**
         * Sends a signal to every process ({@code PMIX_SESSION_SIGNAL}).
         *
         * @param signal the number, 1 to 64
         * @return this
         * @throws IllegalArgumentException if there is no such signal
         */
        public Builder signal(int signal) {
            return directive(Directives.sessionSignal(JobControlRequest.checkSignal(signal)));
        }

        /**
         * Adds a directive.
         *
         * @param info the directive
         * @return this
         */
        public Builder directive(Info info) {
            directives.add(info);
            return this;
        }

        /**
         * Bounds the request here.
         *
         * @param bound more than zero
         * @return this
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder timeout(Duration bound) {
            this.timeout = Checks.timeout(bound);
            return this;
        }

        /**
         * Ends the request.
         *
         * @return the request
         * @throws IllegalArgumentException if there is nothing to do
         */
        public SessionControlRequest build() {
            SessionControlRequest request = new SessionControlRequest(this);
            if (request.directives.isEmpty()) {
                throw new IllegalArgumentException("there is nothing to do");
            }
            return request;
        }
    }
}
