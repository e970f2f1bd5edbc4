// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.codec.Directives;

/**
 * What to log, and where ({@code PMIx_Log}, PMIx Standard, Job Management and Reporting). Immutable.
 *
 * <pre>{@code
 * LogRequest.builder().standardError("rank 3 starts over\n").timestamped().build()
 * }</pre>
 */
public final class LogRequest {
    private final Attributes data;
    private final Attributes directives;
    private final @Nullable Duration timeout;

    private LogRequest(Builder builder) {
        this.data = builder.data.build();
        this.directives = builder.directives.build();
        this.timeout = builder.timeout;
    }

    /**
     * Begins a request.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The channels, each with what is logged to it.
     *
     * @return at least one
     */
    public Attributes data() {
        return data;
    }

    /**
     * How it is logged.
     *
     * @return the directives
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
        return "LogRequest[" + data + ", " + directives + "]";
    }

    /** Collects a request. Not for use by several threads at once. */
    public static final class Builder {
        private final Attributes.Builder data = Attributes.builder();
        private final Attributes.Builder directives = Attributes.builder();
        private @Nullable Duration timeout;

        private Builder() {}

        /**
         * Text for the launcher's standard output ({@code PMIX_LOG_STDOUT}).
         *
         * @param text is written as it is, a line break only where there is one
         * @return this
         * @throws IllegalArgumentException if the text contains NUL
         */
        public Builder standardOutput(String text) {
            data.add(Directives.logStandardOutput(text));
            return this;
        }

        /**
         * Text for the launcher's standard error ({@code PMIX_LOG_STDERR}).
         *
         * @param text is written as it is, a line break only where there is one
         * @return this
         * @throws IllegalArgumentException if the text contains NUL
         */
        public Builder standardError(String text) {
            data.add(Directives.logStandardError(text));
            return this;
        }

        /**
         * Text for the system log of this node or, where it has none, of the launcher's ({@code PMIX_LOG_SYSLOG}).
         * libpmix hands it to {@code syslog(3)}, which tells nobody whether there is a daemon that writes it.
         *
         * @param text the text
         * @return this
         * @throws IllegalArgumentException if the text contains NUL
         */
        public Builder syslog(String text) {
            data.add(Directives.logSyslog(text));
            return this;
        }

        /**
         * Text for the system log of the node of the launcher ({@code PMIX_LOG_GLOBAL_SYSLOG}).
         *
         * @param text the text
         * @return this
         * @throws IllegalArgumentException if the text contains NUL
         */
        public Builder globalSyslog(String text) {
            data.add(Directives.logGlobalSyslog(text));
            return this;
        }

        /**
         * Something for another channel, such as {@code Keys.LOG_EMAIL}.
         *
         * @param channel the key of the channel
         * @param value what it takes
         * @param <T> the Java type of the value
         * @return this
         * @throws IllegalArgumentException if the value is out of the type's range
         */
        public <T> Builder data(Key<T> channel, T value) {
            data.set(channel, value);
            return this;
        }

        /**
         * Writes the name of the process and the channel before each line ({@code PMIX_LOG_TAG_OUTPUT}).
         *
         * @return this
         */
        public Builder tagged() {
            return directive(Directives.logTag());
        }

        /**
         * Writes the time before each line ({@code PMIX_LOG_TIMESTAMP_OUTPUT}).
         *
         * @return this
         */
        public Builder timestamped() {
            return directive(Directives.logTimestamp());
        }

        /**
         * Logs to the first of the channels that takes it, not to all ({@code PMIX_LOG_ONCE}).
         *
         * @return this
         */
        public Builder once() {
            return directive(Directives.logOnce());
        }

        /**
         * The priority in the system log ({@code PMIX_LOG_SYSLOG_PRI}).
         *
         * @param priority 0 for an emergency to 7 for debugging
         * @return this
         * @throws IllegalArgumentException if it is none of these
         */
        public Builder syslogPriority(int priority) {
            if (priority < 0 || priority > 7) {
                throw new IllegalArgumentException("priority " + priority + " is not 0 to 7");
            }
            return directive(Directives.syslogPriority(priority));
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
         * Bounds the request here; libpmix has no bound for it.
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
         * @throws IllegalArgumentException if there is nothing to log
         */
        public LogRequest build() {
            LogRequest request = new LogRequest(this);
            if (request.data.isEmpty()) {
                throw new IllegalArgumentException("there is nothing to log");
            }
            return request;
        }
    }
}
