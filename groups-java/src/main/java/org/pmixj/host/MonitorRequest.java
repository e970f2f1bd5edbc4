// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.PmixStatus;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.codec.Directives;

/**
 * What to watch ({@code PMIx_Process_monitor}, PMIx Standard, Job Management and Reporting). Immutable.
 *
 * <pre>{@code
 * MonitorRequest.file(Path.of("progress.log"), Duration.ofSeconds(5)).drops(2).id("progress").build()
 * }</pre>
 */
public final class MonitorRequest {
    private final Info monitor;
    private final PmixStatus alert;
    private final Attributes directives;
    private final @Nullable Duration timeout;

    private MonitorRequest(Builder builder) {
        this.monitor = builder.monitor;
        this.alert = builder.alert;
        this.directives = builder.directives.build();
        this.timeout = builder.timeout;
    }

    /**
     * Watches this process for {@linkplain Control#heartbeat heartbeats}. PRRTE 5.0.0rc1 takes the request, and no
     * alert was ever seen to come of it.
     *
     * @param interval in which one must come; libpmix counts whole seconds, a fraction is rounded up
     * @return a builder
     * @throws IllegalArgumentException if the interval is not positive
     */
    public static Builder heartbeat(Duration interval) {
        return new Builder(Directives.heartbeat(), Directives.heartbeatAlert(), Drops.OF_HEARTBEATS)
                .directive(Directives.heartbeatTime(Checks.timeout(interval)));
    }

    /**
     * Watches whether a file grows. PRRTE 5.0.0rc1 takes the request; no alert came of it in our runs, in C neither.
     *
     * @param file the file, on the node of this process
     * @param interval in which it must have grown; libpmix counts whole seconds, a fraction is rounded up
     * @return a builder
     * @throws IllegalArgumentException if the interval is not positive, or the name contains NUL
     */
    public static Builder file(Path file, Duration interval) {
        return new Builder(
                        Directives.file(file.toAbsolutePath().toString()), Directives.fileAlert(), Drops.OF_FILE_CHECKS)
                .directive(Directives.fileSize())
                .directive(Directives.fileCheckTime(Checks.timeout(interval)));
    }

    /**
     * Measures what processes use, once: the answer is in what {@link Control#monitor} returns. Without
     * {@code Keys.MONITOR_TARGET_PROCS} these are the processes of this node that have initialised PMIx.
     *
     * @param resources the keys of what to measure, such as {@code Keys.PROC_PSS}; none for all
     * @return a builder
     */
    public static Builder processUsage(Key<?>... resources) {
        return new Builder(Directives.processUsage(List.of(resources)), Directives.usageUpdate(), Drops.NONE);
    }

    /**
     * Measures what nodes use, once: the answer is in what {@link Control#monitor} returns.
     *
     * @param resources the keys of what to measure; none for all
     * @return a builder
     */
    public static Builder nodeUsage(Key<?>... resources) {
        return new Builder(Directives.nodeUsage(List.of(resources)), Directives.usageUpdate(), Drops.NONE);
    }

    /**
     * Ends a monitor.
     *
     * @param monitor the {@linkplain Builder#id name} it was given
     * @return a builder
     * @throws IllegalArgumentException if the name is empty, too long or contains NUL
     */
    public static Builder cancel(String monitor) {
        return new Builder(Directives.cancelMonitor(Checks.nspace("monitor", monitor)), 0, Drops.NONE);
    }

    /**
     * Something else to watch.
     *
     * @param monitor what
     * @param alert the status of the event that tells
     * @return a builder
     */
    public static Builder of(Info monitor, PmixStatus alert) {
        return new Builder(Objects.requireNonNull(monitor, "monitor"), alert.code(), Drops.NONE);
    }

    /**
     * What to watch.
     *
     * @return one attribute
     */
    public Info monitor() {
        return monitor;
    }

    /**
     * The status of the event that tells, for {@link org.pmixj.event.Events#on}.
     *
     * @return such as {@code PMIX_MONITOR_FILE_ALERT}
     */
    public PmixStatus alert() {
        return alert;
    }

    /**
     * How to watch it.
     *
     * @return the directives
     */
    public Attributes directives() {
        return directives;
    }

    /**
     * The bound of the request, not of the watch.
     *
     * @return empty for the session's default
     */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    @Override
    public String toString() {
        return "MonitorRequest[" + monitor + ", " + directives + "]";
    }

    /** What may be missed. */
    private enum Drops {
        NONE,
        OF_HEARTBEATS,
        OF_FILE_CHECKS
    }

    /** Collects a request. Not for use by several threads at once. */
    public static final class Builder {
        private final Info monitor;
        private final Drops droppable;
        private final Attributes.Builder directives = Attributes.builder();
        private PmixStatus alert;
        private @Nullable Duration timeout;

        private Builder(Info monitor, int alert, Drops droppable) {
            this.monitor = monitor;
            this.alert = new PmixStatus(alert);
            this.droppable = droppable;
        }

        /**
         * How many signs of life in a row may be missed before the alert; none unless set.
         *
         * @param number 0 or more
         * @return this
         * @throws IllegalArgumentException if it is negative, or this is about neither heartbeats nor a file
         */
        public Builder drops(int number) {
            if (number < 0) {
                throw new IllegalArgumentException("drops " + number + " is negative");
            }
            return switch (droppable) {
                case OF_HEARTBEATS -> directive(Directives.heartbeatDrops(number));
                case OF_FILE_CHECKS -> directive(Directives.fileDrops(number));
                case NONE -> throw new IllegalArgumentException("this monitor has nothing that may be missed");
            };
        }

        /**
         * The status of the event that tells; it has a default for each monitor.
         *
         * @param status the status
         * @return this
         */
        public Builder alert(PmixStatus status) {
            this.alert = Objects.requireNonNull(status, "status");
            return this;
        }

        /**
         * A name for the monitor, for {@link MonitorRequest#cancel} ({@code PMIX_MONITOR_ID}).
         *
         * @param name the name
         * @return this
         * @throws IllegalArgumentException if the name is empty, too long or contains NUL
         */
        public Builder id(String name) {
            return directive(Directives.monitorId(Checks.nspace("id", name)));
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
         */
        public MonitorRequest build() {
            return new MonitorRequest(this);
        }
    }
}
