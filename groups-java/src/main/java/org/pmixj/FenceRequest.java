// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.group.Group;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Directives;

/**
 * Describes a fence ({@code PMIx_Fence}, PMIx Standard 6.2.1). All participants must request the same; those that name
 * other participants do not meet. Immutable.
 */
public final class FenceRequest {
    private final List<ProcId> members;
    private final boolean collectData;
    private final boolean faultTolerant;
    private final @Nullable Duration timeout;
    private final Attributes directives;

    private FenceRequest(Builder builder) {
        this.members = List.copyOf(new LinkedHashSet<>(builder.members));
        this.collectData = builder.collectData;
        this.faultTolerant = builder.faultTolerant;
        this.timeout = builder.timeout;
        this.directives = Attributes.of(builder.directives);
    }

    /** {@return a builder for a request for a fence over the own job that exchanges data} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return the participants, an immutable list; empty for every process of the own job} */
    public List<ProcId> members() {
        return members;
    }

    /** {@return whether the fence exchanges what the participants have put and committed; true unless switched off} */
    public boolean collectData() {
        return collectData;
    }

    /** {@return whether the fence of a group continues without members that end or leave meanwhile} */
    public boolean faultTolerant() {
        return faultTolerant;
    }

    /** {@return the timeout; empty for the default of the handle} */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    /** {@return the directives that are passed to libpmix as they are; none unless set} */
    public Attributes directives() {
        return directives;
    }

    /** Builds a request. It must not be used by several threads at once. */
    public static final class Builder {
        private final List<ProcId> members = new ArrayList<>();
        private boolean collectData = true;
        private boolean faultTolerant;
        private @Nullable Duration timeout;
        private final List<Info> directives = new ArrayList<>();

        private Builder() {}

        /**
         * Adds participants; all must give the same. Without any, the fence is over the own job.
         *
         * @param procs the participants, among them this process
         * @return this
         */
        public Builder members(Collection<ProcId> procs) {
            for (ProcId proc : procs) {
                members.add(Objects.requireNonNull(proc, "member"));
            }
            return this;
        }

        /**
         * Adds participants as {@link #members(Collection)} does.
         *
         * @param procs the participants
         * @return this
         */
        public Builder members(ProcId... procs) {
            return members(List.of(procs));
        }

        /**
         * Adds the members of a group as participants; all members must take part, and name the group as such.
         *
         * @param group a group this process is a member of
         * @return this
         * @throws IllegalStateException if it no longer is
         */
        public Builder group(Group group) {
            Checks.active(group);
            members.add(ProcId.all(group.id()));
            return this;
        }

        /**
         * {@return this, set to exchange nothing: a barrier only} Unless set, the fence exchanges what was put and
         * committed ({@code PMIX_COLLECT_DATA}). Across nodes the values of all participants travel in one message, which
         * PRRTE limits to 100 MiB; the fence throws {@link IllegalArgumentException} if this process has committed more
         * than its share of that.
         */
        public Builder withoutData() {
            this.collectData = false;
            return this;
        }

        /**
         * {@return this, set to let a fence of the members of one {@linkplain #group group} continue without members
         * that end or leave meanwhile ({@code PMIX_GROUP_FT_COLLECTIVE}); otherwise it fails with {@link
         * PmixException.MemberLost}} Requires a host that reports the ends of processes: {@code prterun
         * --runtime-options recoverable,notifyerrors}.
         */
        public Builder faultTolerant() {
            this.faultTolerant = true;
            return this;
        }

        /**
         * Sets the timeout of the fence ({@code PMIX_TIMEOUT}).
         *
         * @param bound more than zero
         * @return this
         */
        public Builder timeout(Duration bound) {
            this.timeout = Checks.timeout(bound);
            return this;
        }

        /**
         * Adds directives for which there is no method here. They are passed to libpmix as they are.
         *
         * @param more attributes that libpmix or the host knows
         * @return this
         * @throws IllegalArgumentException if this library sets one of them; the message names the method to use
         */
        public Builder directives(Attributes more) {
            Directives.FENCE.add(directives, more);
            return this;
        }

        /**
         * {@return a request with these settings}
         *
         * @throws IllegalArgumentException if a namespace is given both as a whole and by rank: libpmix would never
         *     complete it
         */
        public FenceRequest build() {
            Set<ProcId> distinct = new HashSet<>(members);
            for (ProcId member : distinct) {
                if (!member.isWildcard() && distinct.contains(ProcId.all(member.nspace()))) {
                    throw new IllegalArgumentException(
                            member + " and the whole of its namespace are both participants; give one of them");
                }
            }
            return new FenceRequest(this);
        }
    }
}
