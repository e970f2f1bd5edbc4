// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Directives;
import org.pmixj.internal.group.GroupInfo;

/** Describes how to accept an invitation (RFC 0033, {@code PMIx_Group_join}). Immutable. */
public final class AcceptOptions {
    private static final AcceptOptions DEFAULTS = builder().build();

    private final @Nullable Duration timeout;
    private final LeaderFailurePolicy whenLeaderFails;
    private final LeaderPolicy policy;
    private final Attributes info;
    private final Attributes directives;

    private AcceptOptions(Builder builder) {
        this.timeout = builder.timeout;
        this.whenLeaderFails = builder.whenLeaderFails;
        this.policy = builder.policy;
        this.info = Attributes.of(builder.info);
        this.directives = Attributes.of(builder.directives);
    }

    /** {@return options with the default timeout, and with {@link LeaderFailurePolicy#follow}} */
    public static AcceptOptions defaults() {
        return DEFAULTS;
    }

    /** {@return a new builder} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return the timeout of the construction for this process, empty for the default of the handle} */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    /** {@return the policy that says what this process wants if the leader fails} */
    public LeaderFailurePolicy whenLeaderFails() {
        return whenLeaderFails;
    }

    /** {@return the policy that this process applies as the new leader} */
    public LeaderPolicy policy() {
        return policy;
    }

    /** {@return what this process contributes for the other members, including its local context id} */
    public Attributes info() {
        return info;
    }

    /** {@return the directives that are passed to libpmix as they are; none unless set} */
    public Attributes directives() {
        return directives;
    }

    @Override
    public String toString() {
        return "AcceptOptions[" + (timeout == null ? "default timeout" : timeout) + "]";
    }

    /** Builds options. It must not be used by several threads at once. */
    public static final class Builder {
        private @Nullable Duration timeout;
        private LeaderFailurePolicy whenLeaderFails = LeaderFailurePolicy.follow();
        private LeaderPolicy policy = LeaderPolicy.goOn();
        private final List<Info> info = new ArrayList<>();
        private final List<Info> directives = new ArrayList<>();

        private Builder() {}

        /**
         * Limits the time until the group is complete ({@code PMIX_TIMEOUT}). When it expires, this process withdraws
         * its acceptance.
         *
         * @param bound more than zero
         * @return this
         */
        public Builder timeout(Duration bound) {
            this.timeout = Checks.timeout(bound);
            return this;
        }

        /**
         * Sets what this process wants if the leader fails before the group is complete.
         *
         * @param decides the policy, {@link LeaderFailurePolicy#follow} by default
         * @return this
         */
        public Builder whenLeaderFails(LeaderFailurePolicy decides) {
            this.whenLeaderFails = Objects.requireNonNull(decides, "policy");
            return this;
        }

        /**
         * Sets what this process decides about the others if it takes over.
         *
         * @param decides the policy, {@link LeaderPolicy#goOn} by default
         * @return this
         */
        public Builder policy(LeaderPolicy decides) {
            this.policy = Objects.requireNonNull(decides, "policy");
            return this;
        }

        /**
         * Contributes a value for the other members, who read it with {@link Group#info} ({@code PMIX_GROUP_INFO}). It
         * travels with the answer. Only a leader that uses this library sends it to the members: with another one,
         * {@link Invitation#accept()} throws {@link IllegalArgumentException}.
         *
         * @param key the name and type of the value; not one that the Standard reserves
         * @param value the value, which does not change during the life of the group
         * @param <T> the Java type of the value
         * @return this
         * @throws IllegalArgumentException if the value is out of the type's range or one that libpmix cannot send to
         *     another node, or the key was given before or is reserved
         */
        public <T> Builder info(Key<T> key, T value) {
            GroupInfo.contribute(info, "acceptance", key, value);
            return this;
        }

        /**
         * Contributes the context id that this process uses for itself ({@code PMIX_GROUP_LOCAL_CID}), for {@link
         * Group#info} with {@code Keys.GROUP_LOCAL_CID}.
         *
         * @param number 0 or more
         * @return this
         * @throws IllegalArgumentException if it is negative, or was given before
         */
        public Builder localContextId(long number) {
            GroupInfo.contributeLocalContextId(info, "acceptance", number);
            return this;
        }

        /**
         * Adds directives for which there is no method here. They are passed to libpmix as they are,
         * with the answer to the leader.
         *
         * @param more attributes that libpmix or the host knows
         * @return this
         * @throws IllegalArgumentException if this library sets one of them; the message names the method to use
         */
        public Builder directives(Attributes more) {
            Directives.ACCEPT.add(directives, more);
            return this;
        }

        /** {@return the options} */
        public AcceptOptions build() {
            return new AcceptOptions(this);
        }
    }
}
