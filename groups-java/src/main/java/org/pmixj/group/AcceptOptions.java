// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Checks;

/** Describes how to accept an invitation (RFC 0033, {@code PMIx_Group_join}). Immutable. */
public final class AcceptOptions {
    private static final AcceptOptions DEFAULTS = builder().build();

    private final @Nullable Duration timeout;
    private final LeaderFailurePolicy whenLeaderFails;
    private final LeaderPolicy policy;

    private AcceptOptions(Builder builder) {
        this.timeout = builder.timeout;
        this.whenLeaderFails = builder.whenLeaderFails;
        this.policy = builder.policy;
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

    @Override
    public String toString() {
        return "AcceptOptions[" + (timeout == null ? "default timeout" : timeout) + "]";
    }

    /** Builds options. It must not be used by several threads at once. */
    public static final class Builder {
        private @Nullable Duration timeout;
        private LeaderFailurePolicy whenLeaderFails = LeaderFailurePolicy.follow();
        private LeaderPolicy policy = LeaderPolicy.goOn();

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

        /** {@return the options} */
        public AcceptOptions build() {
            return new AcceptOptions(this);
        }
    }
}
