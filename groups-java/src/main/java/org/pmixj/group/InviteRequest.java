// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Directives;
import org.pmixj.internal.group.GroupInfo;

/**
 * Describes a group to construct by invitation: this process asks others, who accept or decline (RFC 0033, {@code
 * PMIx_Group_invite}). It leads and is the first member; the others follow in the order given. Immutable.
 *
 * {@snippet file="GroupSnippets.java" region="invite"}
 *
 * <p>What a member has put is requested from the server when another one first reads it. {@link Group#fence()} after
 * the construction brings what all have put, as {@link GroupRequest.Builder#collectData} does for other constructions.
 */
public final class InviteRequest {
    private final Builder set;

    private InviteRequest(Builder builder) {
        this.set = new Builder(builder);
    }

    /**
     * {@return a new builder for a group with a name}
     *
     * @param id the identifier of the group, as in {@link GroupRequest#named}
     */
    public static Builder named(String id) {
        return new Builder(Checks.nspace("group id", id));
    }

    /** {@return the identifier of the group, 1 to 255 bytes in UTF-8} */
    public String id() {
        return set.id;
    }

    /** {@return the processes to invite as they were given, an immutable list of at least one} */
    public List<ProcId> members() {
        return set.members;
    }

    /** {@return the timeout of the construction, empty for the default of the handle} */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(set.timeout);
    }

    /** {@return how long a process may take to answer, empty if as long as the construction} */
    public Optional<Duration> answerWithin() {
        return Optional.ofNullable(set.answerWithin);
    }

    /** {@return the policy for processes that do not accept} */
    public LeaderPolicy policy() {
        return set.policy;
    }

    /** {@return whether the host is asked for a context id} */
    public boolean assignContextId() {
        return set.assignContextId;
    }

    /** {@return whether the members are notified when a member ends without leaving} */
    public boolean notifyTermination() {
        return set.notifyTermination;
    }

    /** {@return whether the collectives of the group go on without members that end or leave meanwhile} */
    public boolean faultTolerant() {
        return set.faultTolerant;
    }

    /** {@return what this process contributes for the other members, including its local context id} */
    public Attributes info() {
        return set.info;
    }

    /** {@return the directives that are passed to libpmix as they are; none unless set} */
    public Attributes directives() {
        return set.directives;
    }

    @Override
    public String toString() {
        return "InviteRequest[" + set.id + ", " + set.members.size() + " invited]";
    }

    /** Builds a request. It must not be used by several threads at once. */
    public static final class Builder {
        private final String id;
        private List<ProcId> members = new ArrayList<>();
        private @Nullable Duration timeout;
        private @Nullable Duration answerWithin;
        private LeaderPolicy policy = LeaderPolicy.all();
        private boolean assignContextId;
        private boolean notifyTermination;
        private boolean faultTolerant;
        private Attributes info = Attributes.none();
        private Attributes directives = Attributes.none();

        private Builder(String id) {
            this.id = id;
        }

        private Builder(Builder other) {
            this.id = other.id;
            this.members = List.copyOf(other.members);
            this.timeout = other.timeout;
            this.answerWithin = other.answerWithin;
            this.policy = other.policy;
            this.assignContextId = other.assignContextId;
            this.notifyTermination = other.notifyTermination;
            this.faultTolerant = other.faultTolerant;
            this.info = other.info;
            this.directives = other.directives;
        }

        /**
         * Adds processes to invite. Their order is that of group ranks behind this process. Duplicates count once, and
         * so does this process. {@link ProcId#all} stands for every process of a namespace.
         *
         * @param procs the processes
         * @return this
         */
        public Builder members(Collection<ProcId> procs) {
            members.addAll(Checks.procs("members", procs));
            return this;
        }

        /**
         * Adds processes as {@link #members(Collection)} does.
         *
         * @param procs the processes
         * @return this
         */
        public Builder members(ProcId... procs) {
            return members(Arrays.asList(Objects.requireNonNull(procs, "members")));
        }

        /**
         * Sets the timeout of the construction ({@code PMIX_TIMEOUT}). A process that has not answered when it expires
         * is silent, and the policy decides about it; it is too late to invite a replacement then.
         *
         * @param bound more than zero
         * @return this
         */
        public Builder timeout(Duration bound) {
            this.timeout = Checks.timeout(bound);
            return this;
        }

        /**
         * Limits the time until a process counts as silent, so that there is time to invite a replacement.
         *
         * @param bound more than zero, counted from the invitation of the process
         * @return this
         */
        public Builder answerWithin(Duration bound) {
            this.answerWithin = Checks.positive("bound", bound);
            return this;
        }

        /**
         * Sets what happens to the construction if a process declines, ends or is silent.
         *
         * @param decides the policy, {@link LeaderPolicy#all} by default
         * @return this
         */
        public Builder policy(LeaderPolicy decides) {
            this.policy = Objects.requireNonNull(decides, "policy");
            return this;
        }

        /** {@return this, set to ask the host for a context id, as {@link GroupRequest.Builder#assignContextId}} */
        public Builder assignContextId() {
            this.assignContextId = true;
            return this;
        }

        /** {@return this, set as {@link GroupRequest.Builder#notifyTermination}, also for the invited processes} */
        public Builder notifyTermination() {
            this.notifyTermination = true;
            return this;
        }

        /** {@return this, set as {@link GroupRequest.Builder#faultTolerant}, also for the invited processes} */
        public Builder faultTolerant() {
            this.faultTolerant = true;
            return this;
        }

        /**
         * Contributes a value for the other members, who read it with {@link Group#info} ({@code PMIX_GROUP_INFO}). The
         * invited processes contribute theirs with {@link AcceptOptions#withInfo}. A member that uses libpmix alone
         * receives none of it.
         *
         * @param key the name and type of the value; not one that the Standard reserves
         * @param value the value, which does not change during the life of the group
         * @param <T> the Java type of the value
         * @return this
         * @throws IllegalArgumentException if the value is out of the type's range or one that libpmix cannot send to
         *     another node, or the key was given before or is reserved
         */
        public <T> Builder info(Key<T> key, T value) {
            return contribute(Attributes.of(key, value));
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
            return contribute(GroupInfo.localContextId("invitation to group '" + id + "'", number));
        }

        private Builder contribute(Attributes more) {
            this.info = GroupInfo.checked("invitation to group '" + id + "'", info.and(more));
            return this;
        }

        /**
         * Adds directives for which there is no method here. They are passed to libpmix as they are,
         * with the event that invites, so that the invited processes receive it.
         *
         * @param more attributes that libpmix or the host knows
         * @return this
         * @throws IllegalArgumentException if this library sets one of them; the message names the method to use
         */
        public Builder directives(Attributes more) {
            Directives.INVITE.check(more);
            this.directives = directives.and(more);
            return this;
        }

        /**
         * {@return the request}
         *
         * @throws IllegalArgumentException if nobody is invited
         */
        public InviteRequest build() {
            if (members.isEmpty()) {
                throw new IllegalArgumentException("invitation: nobody is invited; give members");
            }
            return new InviteRequest(this);
        }
    }
}
