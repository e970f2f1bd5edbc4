// SPDX-License-Identifier: Apache-2.0
package org.pmixj.connect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.pmixj.Attributes;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Directives;

/**
 * Describes which processes to connect, and how (RFC 0003, {@code PMIx_Connect}). Immutable. All processes must make
 * equal requests; only the timeout, {@link Builder#notifyEach}, {@link Builder#notifyRequest} and directives may
 * differ. If they differ in {@link Builder#optional} or {@link Builder#earlyTermination}, the operation fails for all
 * of them; those with different ids, or other members, do not meet.
 *
 * {@snippet file="ConnectSnippets.java" region="request"}
 *
 * @param members the processes to connect as given, with wildcards, each once; at least one
 * @param id the id of this operation ({@code PMIX_CONNECT_ID}), empty if none is given, see {@link Builder#id}
 * @param notifyEach whether this process is notified of the others, see {@link Builder#notifyEach}
 * @param notifyRequest whether the others are asked to connect, see {@link Builder#notifyRequest}
 * @param optional whether processes may end without having connected, see {@link Builder#optional}
 * @param earlyTermination whether processes may end without disconnecting, see {@link Builder#earlyTermination}
 * @param timeout the timeout, empty for the default of the handle
 * @param directives the directives that are passed to libpmix as they are; none unless set
 */
public record ConnectRequest(
        List<ProcId> members,
        Optional<String> id,
        boolean notifyEach,
        boolean notifyRequest,
        boolean optional,
        boolean earlyTermination,
        Optional<Duration> timeout,
        Attributes directives) {
    /** Checks the request. */
    public ConnectRequest {
        members = List.copyOf(new LinkedHashSet<>(members));
        if (members.isEmpty()) {
            throw new IllegalArgumentException("connect: there is no process to connect; give members");
        }
        id.ifPresent(value -> Checks.nspace("connection id", value));
        Checks.timeout(timeout);
        Directives.CONNECT.check(directives);
    }

    /** {@return a new builder} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return a new builder with the settings of this request} */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.members.addAll(members);
        builder.id = id;
        builder.notifyEach = notifyEach;
        builder.notifyRequest = notifyRequest;
        builder.optional = optional;
        builder.earlyTermination = earlyTermination;
        builder.timeout = timeout;
        builder.directives = directives;
        return builder;
    }

    @Override
    public String toString() {
        return "ConnectRequest[" + id.map(value -> "'" + value + "', ").orElse("") + members + "]";
    }

    /** Builds a request. It must not be used by several threads at once. */
    public static final class Builder {
        private final List<ProcId> members = new ArrayList<>();
        private Optional<String> id = Optional.empty();
        private boolean notifyEach;
        private boolean notifyRequest;
        private boolean optional;
        private boolean earlyTermination;
        private Optional<Duration> timeout = Optional.empty();
        private Attributes directives = Attributes.none();

        private Builder() {}

        /**
         * Adds processes to connect. This process must be among them. Their order does not matter, and duplicates count
         * once. {@link ProcId#all} stands for every process of a namespace; with the id of a group or the namespace of
         * a connection it stands for the current members. A namespace may begin with the identifier of a cluster, see
         * {@link ClusterNamespace}.
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
         * Adds processes as {@link #members(Collection)} does.
         *
         * @param more the processes
         * @return this
         */
        public Builder members(ProcId... more) {
            return members(List.of(more));
        }

        /**
         * Names this operation ({@code PMIX_CONNECT_ID}). The id distinguishes it from other operations that other
         * threads or libraries start for the same processes at the same time. Nothing else does: also two requests that
         * differ in {@link #optional} or {@link #earlyTermination} need ids then. All participants must give the same
         * id.
         *
         * @param value 1 to 255 bytes of UTF-8 without NUL
         * @return this
         */
        public Builder id(String value) {
            this.id = Optional.of(Checks.nspace("connection id", value));
            return this;
        }

        /**
         * {@return this, set to notify this process when another one connects and when it disconnects ({@code
         * PMIX_CONNECT_NOTIFY_EACH})} It receives {@code PMIX_PROC_HAS_CONNECTED} and {@link
         * Connections#PROC_HAS_DISCONNECTED} if it has registered for them, for instance by {@link
         * Connections#onChange}; also of processes that have connected before. Those in C send none.
         */
        public Builder notifyEach() {
            this.notifyEach = true;
            return this;
        }

        /**
         * {@return this, set to ask the other processes to connect, by the event {@code PMIX_CONNECT_REQUESTED} ({@code
         * PMIX_CONNECT_NOTIFY_REQ}); see {@link Connections#onRequest}} Processes that register for it later receive it
         * too. With a long {@link #timeout} and {@link Connections#connectAsync} this process continues its work until
         * the others connect.
         */
        public Builder notifyRequest() {
            this.notifyRequest = true;
            return this;
        }

        /**
         * {@return this, set to connect the remaining processes where some end without having connected ({@code
         * PMIX_CONNECT_OPTIONAL})} Otherwise such an end fails the operation for all. Needs a host that reports the
         * ends of processes: {@code prterun --runtime-options recoverable,notifyerrors}.
         */
        public Builder optional() {
            this.optional = true;
            return this;
        }

        /**
         * {@return this, set to let processes end without disconnecting ({@code PMIX_CONNECT_EARLY_TERM_ALLOWED})} Such
         * an end is no error and is not reported, and collectives of the connection, also those under way, go on
         * without the process. The host is not notified of the connection, because it would end all connected jobs.
         * {@link org.pmixj.connect} says what the host does with a job that loses a process, and with a spawned job.
         */
        public Builder earlyTermination() {
            this.earlyTermination = true;
            return this;
        }

        /**
         * Sets the timeout of the operation ({@code PMIX_TIMEOUT}).
         *
         * @param bound more than zero
         * @return this
         */
        public Builder timeout(Duration bound) {
            this.timeout = Optional.of(Checks.timeout(bound));
            return this;
        }

        /**
         * Adds directives for which there is no method here. They are passed to {@code PMIx_Connect} as
         * they are, which is not called with {@link #earlyTermination}.
         *
         * @param more attributes that libpmix or the host knows
         * @return this
         * @throws IllegalArgumentException if this library sets one of them; the message names the method to use
         */
        public Builder directives(Attributes more) {
            Directives.CONNECT.check(more);
            this.directives = directives.and(more);
            return this;
        }

        /**
         * {@return the request}
         *
         * @throws IllegalArgumentException if no process is given
         */
        public ConnectRequest build() {
            return new ConnectRequest(
                    members, id, notifyEach, notifyRequest, optional, earlyTermination, timeout, directives);
        }
    }
}
