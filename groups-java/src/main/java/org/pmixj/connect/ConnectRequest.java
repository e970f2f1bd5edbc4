// SPDX-License-Identifier: Apache-2.0
package org.pmixj.connect;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;

/**
 * Describes which processes to connect, and how (RFC 0003, {@code PMIx_Connect}). Immutable. All of the processes make
 * an equal request, since those that differ do not meet, but for the timeout and who {@linkplain Builder#notifyRequest
 * asks} the others.
 *
 * {@snippet file="ConnectSnippets.java" region="request"}
 */
public final class ConnectRequest {
    private final List<ProcId> members;
    private final @Nullable String id;
    private final boolean notifyEach;
    private final boolean notifyRequest;
    private final boolean optional;
    private final boolean earlyTermination;
    private final @Nullable Duration timeout;

    private ConnectRequest(Builder builder) {
        this.members = List.copyOf(builder.members);
        this.id = builder.id;
        this.notifyEach = builder.notifyEach;
        this.notifyRequest = builder.notifyRequest;
        this.optional = builder.optional;
        this.earlyTermination = builder.earlyTermination;
        this.timeout = builder.timeout;
    }

    /**
     * Creates a builder.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns who is to be connected, as given: with wildcards, each once.
     *
     * @return at least one
     */
    public List<ProcId> members() {
        return members;
    }

    /**
     * Returns what tells this operation apart from others of the same processes ({@code PMIX_CONNECT_ID}).
     *
     * @return empty if none is given
     */
    public Optional<String> id() {
        return Optional.ofNullable(id);
    }

    /**
     * Returns whether the others are notified when this process connects and disconnects ({@code
     * PMIX_CONNECT_NOTIFY_EACH}).
     *
     * @return see {@link Builder#notifyEach}
     */
    public boolean notifyEach() {
        return notifyEach;
    }

    /**
     * Returns whether the others are asked to connect ({@code PMIX_CONNECT_NOTIFY_REQ}).
     *
     * @return see {@link Builder#notifyRequest}
     */
    public boolean notifyRequest() {
        return notifyRequest;
    }

    /**
     * Returns whether processes may end without having connected ({@code PMIX_CONNECT_OPTIONAL}).
     *
     * @return see {@link Builder#optional}
     */
    public boolean optional() {
        return optional;
    }

    /**
     * Returns whether processes may end without disconnecting ({@code PMIX_CONNECT_EARLY_TERM_ALLOWED}).
     *
     * @return see {@link Builder#earlyTermination}
     */
    public boolean earlyTermination() {
        return earlyTermination;
    }

    /**
     * Returns the timeout.
     *
     * @return empty for the default of the handle
     */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    /**
     * Creates a builder that starts with this request.
     *
     * @return a builder
     */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.members.addAll(members);
        builder.id = id;
        builder.notifyEach = notifyEach;
        builder.notifyRequest = notifyRequest;
        builder.optional = optional;
        builder.earlyTermination = earlyTermination;
        builder.timeout = timeout;
        return builder;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ConnectRequest request
                && members.equals(request.members)
                && Objects.equals(id, request.id)
                && notifyEach == request.notifyEach
                && notifyRequest == request.notifyRequest
                && optional == request.optional
                && earlyTermination == request.earlyTermination
                && Objects.equals(timeout, request.timeout);
    }

    @Override
    public int hashCode() {
        return Objects.hash(members, id, notifyEach, notifyRequest, optional, earlyTermination, timeout);
    }

    @Override
    public String toString() {
        return "ConnectRequest[" + (id == null ? "" : "'" + id + "', ") + members + "]";
    }

    /** Builds a request. It must not be used by several threads at once. */
    public static final class Builder {
        private final Set<ProcId> members = new LinkedHashSet<>();
        private @Nullable String id;
        private boolean notifyEach;
        private boolean notifyRequest;
        private boolean optional;
        private boolean earlyTermination;
        private @Nullable Duration timeout;

        private Builder() {}

        /**
         * Adds processes to connect; this process must be among them. Their order does not matter, and duplicates count
         * once. {@link ProcId#all} stands for every process of its namespace, or with the id of a group or the
         * namespace of a connection for its current members. A namespace may begin with the identifier of a cluster,
         * see {@link ClusterNamespace}.
         *
         * @param more the processes
         * @return this
         */
        public Builder members(Collection<ProcId> more) {
            for (ProcId proc : more) {
                members.add(Objects.requireNonNull(proc, "member"));
            }
            return this;
        }

        /**
         * Adds processes to connect, see {@link #members(Collection)}.
         *
         * @param more the processes
         * @return this
         */
        public Builder members(ProcId... more) {
            return members(List.of(more));
        }

        /**
         * Names this operation, to tell it apart from others of the same processes at the same time, of other threads
         * or libraries ({@code PMIX_CONNECT_ID}). All participants must give the same.
         *
         * @param value 1 to 255 bytes of UTF-8 without NUL
         * @return this
         * @throws IllegalArgumentException if it is empty, too long or contains NUL
         */
        public Builder id(String value) {
            this.id = Checks.nspace("connection id", value);
            return this;
        }

        /**
         * Notifies the other processes, if they have registered for it, when this one connects, and when it disconnects
         * ({@code PMIX_CONNECT_NOTIFY_EACH}): {@code PMIX_PROC_HAS_CONNECTED} and {@link
         * Connections#PROC_HAS_DISCONNECTED}, or {@link Connections#onChange}. Each process reports only
         * itself.
         *
         * @return this
         */
        public Builder notifyEach() {
            this.notifyEach = true;
            return this;
        }

        /**
         * Asks the other processes to connect, by the event {@code PMIX_CONNECT_REQUESTED} ({@code
         * PMIX_CONNECT_NOTIFY_REQ}), of which those learn that register later, too: {@link Connections#onRequest}. With
         * a generous {@link #timeout} and {@link Connections#connectAsync} this process goes on with its work, and they
         * come when they come.
         *
         * @return this
         */
        public Builder notifyRequest() {
            this.notifyRequest = true;
            return this;
        }

        /**
         * Connects those who are left where processes end without having connected ({@code PMIX_CONNECT_OPTIONAL});
         * otherwise such an end fails the operation for all. Needs a host that reports the ends of processes: {@code
         * prterun --rtos recoverable,notifyerrors}.
         *
         * @return this
         */
        public Builder optional() {
            this.optional = true;
            return this;
        }

        /**
         * Lets processes end without disconnecting ({@code PMIX_CONNECT_EARLY_TERM_ALLOWED}): it is no error, and
         * collectives of the connection, also those under way, go on without them. The host is not told of such a
         * connection, as it would end all jobs in it; what it does of its own with a job that loses a process, and with
         * one that was spawned, is said in {@link org.pmixj.connect}.
         *
         * @return this
         */
        public Builder earlyTermination() {
            this.earlyTermination = true;
            return this;
        }

        /**
         * Sets the timeout of the operation ({@code PMIX_TIMEOUT}).
         *
         * @param bound counted in whole seconds by libpmix; a fraction is rounded up
         * @return this
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder timeout(Duration bound) {
            this.timeout = Checks.timeout(bound);
            return this;
        }

        /**
         * Builds the request.
         *
         * @return the request
         * @throws IllegalArgumentException if no process is given
         */
        public ConnectRequest build() {
            if (members.isEmpty()) {
                throw new IllegalArgumentException("a connection needs processes");
            }
            return new ConnectRequest(this);
        }
    }
}
