// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.time.Duration;
import java.util.Optional;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Directives;
import org.pmixj.internal.group.GroupInfo;

/**
 * Describes how to accept an invitation (RFC 0033, {@code PMIx_Group_join}). Immutable.
 *
 * @param timeout the timeout of the construction for this process, more than zero; empty for the default of the handle
 * @param whenLeaderFails what this process wants if the leader fails before the group is complete
 * @param policy what this process decides about the others if it takes over
 * @param info what this process contributes for the other members, including its local context id
 * @param directives passed to libpmix as they are
 */
public record AcceptOptions(
        Optional<Duration> timeout,
        LeaderFailurePolicy whenLeaderFails,
        LeaderPolicy policy,
        Attributes info,
        Attributes directives) {
    private static final String WHAT = "acceptance";
    private static final AcceptOptions DEFAULTS = new AcceptOptions(
            Optional.empty(), LeaderFailurePolicy.follow(), LeaderPolicy.goOn(), Attributes.none(), Attributes.none());

    /**
     * Checks the components; throws {@link IllegalArgumentException} if the timeout is not positive, other processes could
     * not read the information, or this library sets one of the directives.
     */
    public AcceptOptions {
        Checks.timeout(timeout);
        Checks.notNull("whenLeaderFails", whenLeaderFails, "policy", policy);
        GroupInfo.checked(WHAT, info);
        Directives.ACCEPT.check(directives);
    }

    /** {@return options with the default timeout, and with {@link LeaderFailurePolicy#follow}} */
    public static AcceptOptions defaults() {
        return DEFAULTS;
    }

    /**
     * {@return these options with a limit of the time until the group is complete ({@code PMIX_TIMEOUT})} When it expires,
     * this process withdraws its acceptance.
     *
     * @param bound more than zero
     */
    public AcceptOptions withTimeout(Duration bound) {
        return new AcceptOptions(Optional.of(bound), whenLeaderFails, policy, info, directives);
    }

    /**
     * {@return these options with what this process wants if the leader fails before the group is complete}
     *
     * @param decides the policy, {@link LeaderFailurePolicy#follow} by default
     */
    public AcceptOptions whenLeaderFails(LeaderFailurePolicy decides) {
        return new AcceptOptions(timeout, decides, policy, info, directives);
    }

    /**
     * {@return these options with what this process decides about the others if it takes over}
     *
     * @param decides the policy, {@link LeaderPolicy#goOn} by default
     */
    public AcceptOptions withPolicy(LeaderPolicy decides) {
        return new AcceptOptions(timeout, whenLeaderFails, decides, info, directives);
    }

    /**
     * {@return these options with a value for the other members, who read it with {@link Group#info} ({@code
     * PMIX_GROUP_INFO})} It travels with the answer. Only a leader that uses this library sends it to the members: with
     * another one, {@link Invitation#accept()} throws {@link IllegalArgumentException}.
     *
     * @param key the name and type of the value; not one that the Standard reserves
     * @param value the value, which does not change during the life of the group
     * @param <T> the Java type of the value
     * @throws IllegalArgumentException if the value is out of the type's range or one that libpmix cannot send to another
     *     node, or the key was given before or is reserved
     */
    public <T> AcceptOptions withInfo(Key<T> key, T value) {
        return contributing(Attributes.of(key, value));
    }

    /**
     * {@return these options with the context id that this process uses for itself ({@code PMIX_GROUP_LOCAL_CID}), for
     * {@link Group#info} with {@code Keys.GROUP_LOCAL_CID}}
     *
     * @param number 0 or more
     * @throws IllegalArgumentException if it is negative, or was given before
     */
    public AcceptOptions withLocalContextId(long number) {
        return contributing(GroupInfo.localContextId(WHAT, number));
    }

    private AcceptOptions contributing(Attributes more) {
        return new AcceptOptions(timeout, whenLeaderFails, policy, info.and(more), directives);
    }

    /**
     * {@return these options with more directives, for which there is no method here} They are passed to libpmix as they
     * are, with the answer to the leader.
     *
     * @param more attributes that libpmix or the host knows
     * @throws IllegalArgumentException if this library sets one of them; the message names the method to use
     */
    public AcceptOptions withDirectives(Attributes more) {
        return new AcceptOptions(timeout, whenLeaderFails, policy, info, directives.and(more));
    }
}
