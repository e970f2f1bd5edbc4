// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Checks;

/** Describes how an invitation is accepted (RFC 0033, {@code PMIx_Group_join}). Immutable. */
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

    /**
     * Returns options with the default timeout and without an offer to take over.
     *
     * @return the options
     */
    public static AcceptOptions defaults() {
        return DEFAULTS;
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
     * Returns the timeout of the construction for this process.
     *
     * @return empty for the session's default
     */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    /**
     * Returns what this process wants if the leader fails.
     *
     * @return the policy
     */
    public LeaderFailurePolicy whenLeaderFails() {
        return whenLeaderFails;
    }

    /**
     * Returns what this process decides as the new leader.
     *
     * @return the policy
     */
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
         * Limits the time until the group is complete ({@code PMIX_TIMEOUT}). When it runs out this process takes back
         * that it had accepted.
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
         * Says what this process wants if the leader fails before the group is complete.
         *
         * @param decides {@link LeaderFailurePolicy#follow} unless this is called
         * @return this
         */
        public Builder whenLeaderFails(LeaderFailurePolicy decides) {
            this.whenLeaderFails = Objects.requireNonNull(decides, "policy");
            return this;
        }

        /**
         * Says what this process decides about the others if it takes over.
         *
         * @param decides {@link LeaderPolicy#goOn} unless this is called
         * @return this
         */
        public Builder policy(LeaderPolicy decides) {
            this.policy = Objects.requireNonNull(decides, "policy");
            return this;
        }

        /**
         * Builds the options.
         *
         * @return the options
         */
        public AcceptOptions build() {
            return new AcceptOptions(this);
        }
    }
}
