// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.internal.Checks;

/**
 * What group to construct by the collective method: every member makes the same request (RFC 0033,
 * {@code PMIx_Group_construct}). Immutable.
 *
 * <pre>{@code
 * GroupRequest.named("myapp-solvers").members(pmix.job().members()).timeout(Duration.ofSeconds(10)).build()
 * }</pre>
 */
public final class GroupRequest {
    private final String id;
    private final List<ProcId> members;
    private final @Nullable Duration timeout;
    private final boolean assignContextId;
    private final boolean notifyTermination;
    private final boolean faultTolerant;

    private GroupRequest(Builder builder) {
        this.id = builder.id;
        this.members = List.copyOf(builder.members);
        this.timeout = builder.timeout;
        this.assignContextId = builder.assignContextId;
        this.notifyTermination = builder.notifyTermination;
        this.faultTolerant = builder.faultTolerant;
    }

    /**
     * Begins a request.
     *
     * @param id the identifier of the group, 1 to 255 bytes of UTF-8 without NUL. It must differ from every namespace,
     *     which an application's own prefix sees to, and from every group that lives or is being constructed anywhere
     *     in the PRRTE instance: RFC 0033 leaves that to the callers, and across nodes libpmix mixes up two groups of
     *     the same name.
     * @return a builder
     * @throws IllegalArgumentException if the identifier is empty, too long or contains NUL
     */
    public static Builder named(String id) {
        return new Builder(Checks.nspace("group id", id));
    }

    /**
     * The identifier of the group.
     *
     * @return 1 to 255 bytes in UTF-8
     */
    public String id() {
        return id;
    }

    /**
     * The members, as they were given.
     *
     * @return an immutable list, at least one
     */
    public List<ProcId> members() {
        return members;
    }

    /**
     * The bound of the construction.
     *
     * @return empty for the session's default
     */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    /**
     * Whether the host is asked for a context id.
     *
     * @return true if it is
     */
    public boolean assignContextId() {
        return assignContextId;
    }

    /**
     * Whether the members are told of one that ends without leaving.
     *
     * @return true if they are
     */
    public boolean notifyTermination() {
        return notifyTermination;
    }

    /**
     * Whether the group goes on without members that end or leave while it is constructed or in a collective.
     *
     * @return true if it does
     */
    public boolean faultTolerant() {
        return faultTolerant;
    }

    @Override
    public String toString() {
        return "GroupRequest[" + id + ", " + members.size() + " members]";
    }

    /** Collects a request. Not for use by several threads at once. */
    public static final class Builder {
        private final String id;
        private final List<ProcId> members = new ArrayList<>();
        private @Nullable Duration timeout;
        private boolean assignContextId;
        private boolean notifyTermination;
        private boolean faultTolerant;

        private Builder(String id) {
            this.id = id;
        }

        /**
         * Adds members. Their order is the order of group ranks where all callers give the same; duplicates count once;
         * {@link ProcId#all} stands for every process of its namespace.
         *
         * @param procs the members
         * @return this
         */
        public Builder members(Collection<ProcId> procs) {
            for (ProcId proc : procs) {
                members.add(Objects.requireNonNull(proc, "member"));
            }
            return this;
        }

        /**
         * Adds members, see {@link #members(Collection)}.
         *
         * @param procs the members
         * @return this
         */
        public Builder members(ProcId... procs) {
            return members(List.of(procs));
        }

        /**
         * Bounds the construction ({@code PMIX_TIMEOUT}). libpmix counts whole seconds, so a fraction is rounded up,
         * and a second later the operation ends here even where libpmix stays silent.
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
         * Asks the host for a context id, unique among its groups ({@code PMIX_GROUP_ASSIGN_CONTEXT_ID}). It is enough
         * if one member asks.
         *
         * @return this
         */
        public Builder assignContextId() {
            this.assignContextId = true;
            return this;
        }

        /**
         * Tells the members of one that ends without leaving, by the events {@code PMIX_GROUP_MEMBER_FAILED} and {@code
         * PMIX_GROUP_MEMBERSHIP_UPDATE}; the destruct of the rest then succeeds
         * ({@code PMIX_GROUP_NOTIFY_TERMINATION}). Needs a host that tells the ends of processes: {@code prterun --rtos
         * recoverable,notifyerrors}.
         *
         * @return this
         */
        public Builder notifyTermination() {
            this.notifyTermination = true;
            return this;
        }

        /**
         * Has the construction and every fence of the group go on without members that end or leave meanwhile
         * ({@code PMIX_GROUP_FT_COLLECTIVE}, and {@code PMIX_GROUP_OPTIONAL} of the construction). A group that is made
         * by those who are left has no context id. Needs a host that tells the ends of processes, as
         * {@link #notifyTermination}. All members must ask for it.
         *
         * @return this
         */
        public Builder faultTolerant() {
            this.faultTolerant = true;
            return this;
        }

        /**
         * Ends the request.
         *
         * @return the request
         * @throws IllegalArgumentException if no member was given
         */
        public GroupRequest build() {
            if (members.isEmpty()) {
                throw new IllegalArgumentException("a group needs members");
            }
            return new GroupRequest(this);
        }
    }
}
