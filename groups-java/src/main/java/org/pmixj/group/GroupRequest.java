// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.GetOptions;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Directives;
import org.pmixj.internal.group.GroupInfo;

/**
 * Describes a group to construct with {@code PMIx_Group_construct} (RFC 0033, and "Group Construction" of the OpenPMIx
 * documentation). Immutable.
 *
 * <p>By the collective method every member knows all of them and makes the same request:
 *
 * {@snippet file="GroupSnippets.java" region="collective"}
 *
 * <p>By the bootstrap method a given number of leaders, who need not know each other, construct the group:
 *
 * {@snippet file="GroupSnippets.java" region="bootstrap"}
 *
 * <p>With both methods, processes can be {@linkplain Builder#addMembers added} that know only the id of the group:
 *
 * {@snippet file="GroupSnippets.java" region="added"}
 */
public final class GroupRequest {
    private final Builder set;

    private GroupRequest(Builder builder) {
        this.set = new Builder(builder);
    }

    /**
     * {@return a new builder for a group with a name}
     *
     * @param id the identifier of the group, 1 to 255 bytes of UTF-8 without NUL. It must differ from every namespace
     *     and from every group that exists or is being constructed anywhere in the PRRTE instance. RFC 0033 leaves that
     *     to the callers, and across nodes libpmix confuses two groups of the same name; so use a prefix of the
     *     application.
     */
    public static Builder named(String id) {
        return new Builder(Checks.nspace("group id", id), false);
    }

    /**
     * {@return a new builder for the request of a process that others {@linkplain Builder#addMembers add} to a group}
     * The request names no members. The members that add this process notify it when they call, and only then does it
     * call libpmix, which would take its call for one of any other group of that id. If nobody adds this process, the
     * construction fails after its timeout. Members that use libpmix without this library notify nobody, see {@link
     * Builder#unannounced}.
     *
     * @param id the identifier of the group, as in {@link #named}
     */
    public static Builder added(String id) {
        return new Builder(Checks.nspace("group id", id), true);
    }

    /** {@return the identifier of the group, 1 to 255 bytes in UTF-8} */
    public String id() {
        return set.id;
    }

    /** {@return the members as they were given, an immutable list; at least one by the collective method} */
    public List<ProcId> members() {
        return set.members;
    }

    /** {@return the number of leaders of the bootstrap method, empty by the collective method} */
    public OptionalInt leaders() {
        return set.leaders == 0 ? OptionalInt.empty() : OptionalInt.of(set.leaders);
    }

    /** {@return whether this is the request of a process that others add} */
    public boolean isAdded() {
        return set.isAdded;
    }

    /** {@return whether this process calls libpmix although no member has notified it that it adds this process} */
    public boolean isUnannounced() {
        return set.unannounced;
    }

    /** {@return the process that leads the construction, empty if nobody does} */
    public Optional<ProcId> leader() {
        return Optional.ofNullable(set.leader);
    }

    /** {@return whether this process declares that it leads the construction} */
    public boolean declaresLeader() {
        return set.declaresLeader;
    }

    /** {@return the policy for members that fail, if this process leads or has taken over} */
    public LeaderPolicy policy() {
        boolean goesOn = set.optional || set.faultTolerant;
        return set.policy != null ? set.policy : goesOn ? LeaderPolicy.goOn() : LeaderPolicy.all();
    }

    /** {@return the policy that says what this process wants if the leader fails} */
    public LeaderFailurePolicy whenLeaderFails() {
        return set.whenLeaderFails;
    }

    /** {@return the processes to add, empty if none are added; an empty list if only other members add some} */
    public Optional<List<ProcId>> addedMembers() {
        return Optional.ofNullable(set.added);
    }

    /** {@return the order of group ranks, empty for the one in which libpmix returns the members} */
    public Optional<List<ProcId>> finalOrder() {
        return Optional.ofNullable(set.order);
    }

    /** {@return the timeout of the construction, empty for the default of the handle} */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(set.timeout);
    }

    /** {@return whether the host is asked for a context id} */
    public boolean assignContextId() {
        return set.assignContextId;
    }

    /** {@return what this process contributes for the other members, including its local context id} */
    public Attributes info() {
        return set.info;
    }

    /** {@return the directives that are passed to libpmix as they are; none unless set} */
    public Attributes directives() {
        return set.directives;
    }

    /** {@return whether the members are notified when a member ends without leaving} */
    public boolean notifyTermination() {
        return set.notifyTermination;
    }

    /** {@return whether the construction and the fences of the group go on without members that depart meanwhile} */
    public boolean faultTolerant() {
        return set.faultTolerant;
    }

    /** {@return whether the remaining members construct the group if one ends before it has taken part} */
    public boolean optional() {
        return set.optional;
    }

    /** {@return whether all members must be on this node} */
    public boolean localOnly() {
        return set.localOnly;
    }

    /**
     * {@return whether what the members have put, and the information about their jobs, is read at the construction}
     */
    public boolean collectData() {
        return set.collectData;
    }

    @Override
    public String toString() {
        String who = set.leaders > 0 ? set.leaders + " leaders]" : set.members.size() + " members]";
        return "GroupRequest[" + set.id + ", " + (set.isAdded ? "added]" : who);
    }

    /** Builds a request. It must not be used by several threads at once. */
    public static final class Builder {
        private final String id;
        private final boolean isAdded;
        private boolean unannounced;
        private List<ProcId> members = Members.none();
        private Attributes info = Attributes.none();
        private int leaders;
        private @Nullable List<ProcId> added;
        private @Nullable List<ProcId> order;
        private @Nullable Duration timeout;
        private boolean assignContextId;
        private boolean notifyTermination;
        private boolean faultTolerant;
        private boolean optional;
        private boolean localOnly;
        private boolean collectData;
        private @Nullable ProcId leader;
        private boolean declaresLeader;
        private @Nullable LeaderPolicy policy;
        private LeaderFailurePolicy whenLeaderFails = LeaderFailurePolicy.follow();
        private Attributes directives = Attributes.none();

        private Builder(String id, boolean isAdded) {
            this.id = id;
            this.isAdded = isAdded;
        }

        private Builder(Builder other) {
            this.id = other.id;
            this.members = other.members instanceof Members all ? all : List.copyOf(other.members);
            this.leaders = other.leaders;
            this.isAdded = other.isAdded;
            this.unannounced = other.unannounced;
            this.added = other.added == null ? null : List.copyOf(other.added);
            this.order = other.order;
            this.timeout = other.timeout;
            this.info = other.info;
            this.assignContextId = other.assignContextId || !other.info.isEmpty();
            this.notifyTermination = other.notifyTermination;
            this.faultTolerant = other.faultTolerant;
            this.optional = other.optional;
            this.localOnly = other.localOnly;
            this.collectData = other.collectData;
            this.leader = other.leader;
            this.declaresLeader = other.declaresLeader;
            this.policy = other.policy;
            this.whenLeaderFails = other.whenLeaderFails;
            this.directives = other.directives;
        }

        /**
         * Adds members. Their order is the order of group ranks if all callers give the same order; duplicates count
         * once. {@link ProcId#all} stands for every process of a namespace, or with the id of a group for all its
         * members; {@code new ProcId(group id, rank)} stands for one of them. The members of such a group are those at
         * the start of the construction.
         *
         * <p>By the {@linkplain #bootstrap bootstrap} method this process is a member without being named, and others
         * need not be named either. A named process must be in the group in the end. Nobody waits for one that is known
         * to have ended.
         *
         * @param procs the members
         * @return this
         */
        public Builder members(Collection<ProcId> procs) {
            Objects.requireNonNull(procs, "members");
            if (members.isEmpty() && procs instanceof Members all) {
                members = all;
                return this;
            }
            if (members instanceof Members all) {
                members = new ArrayList<>(all);
            }
            members.addAll(Checks.procs("members", procs));
            return this;
        }

        /**
         * Adds members as {@link #members(Collection)} does.
         *
         * @param procs the members
         * @return this
         */
        public Builder members(ProcId... procs) {
            return members(Arrays.asList(Objects.requireNonNull(procs, "members")));
        }

        /**
         * Constructs by the bootstrap method ({@code PMIX_GROUP_BOOTSTRAP}). The group is complete when this number of
         * leaders and all processes that they {@linkplain #addMembers add} have called with the same id. All leaders
         * give the same number, and they need not know each other. The order of group ranks is the one in which libpmix
         * returns the members, the same in every process.
         *
         * <p>Nobody notices that a leader has ended if no other names it; the others wait until their timeout. libpmix
         * takes two bootstraps of the same id at the same time as one.
         *
         * @param count the number of leaders, 1 or more
         * @return this
         */
        public Builder bootstrap(int count) {
            if (count <= 0) {
                throw new IllegalArgumentException(
                        "group '" + id + "': bootstrap with " + count + " leaders; give 1 or more");
            }
            this.leaders = count;
            return this;
        }

        /**
         * Adds processes that know only the id of the group ({@code PMIX_GROUP_ADD_MEMBERS}). Each of them
         * constructs with {@link GroupRequest#added}, before or after the others. The construction completes when all
         * have called. The order of group ranks is the one in which libpmix returns the members.
         *
         * <p>By the bootstrap method it is enough if one leader adds a process. By the collective method all members
         * must call this method, with an empty list if they add nobody. OpenPMIx (seen with 7.0.0rc1) does not wait for
         * added members there, so such a request becomes a bootstrap with all members as its leaders.
         *
         * @param procs the processes, as in {@link #members(Collection)}
         * @return this
         */
        public Builder addMembers(Collection<ProcId> procs) {
            List<ProcId> list = added == null ? new ArrayList<>() : added;
            list.addAll(Checks.procs("added members", procs));
            added = list;
            return this;
        }

        /**
         * Adds processes as {@link #addMembers(Collection)} does.
         *
         * @param procs the processes
         * @return this
         */
        public Builder addMembers(ProcId... procs) {
            return addMembers(Arrays.asList(Objects.requireNonNull(procs, "added members")));
        }

        /**
         * {@return this, set to call libpmix at once, without a notice of a member} For an {@linkplain
         * GroupRequest#added added} process only. It is needed if all members that add it use libpmix without this
         * library. If in fact nobody adds this process, libpmix (seen with 7.0.0rc1) takes its call for one of any
         * group of the id: that group's construction or destruct fails.
         */
        public Builder unannounced() {
            this.unannounced = true;
            return this;
        }

        /**
         * Sets the order of group ranks, whatever the construction returns ({@code PMIX_GROUP_FINAL_MEMBERSHIP_ORDER},
         * which libpmix ignores and this library implements). All members must give the same order, including those
         * that are added. The construction fails if it is not an order of exactly the final members, or libpmix shows
         * that another member gave another order.
         *
         * @param procs the members by group rank, as in {@link #members(Collection)}
         * @return this
         * @throws IllegalArgumentException if it is empty
         */
        public Builder finalOrder(Collection<ProcId> procs) {
            List<ProcId> last = Checks.procs("final order", procs);
            if (last.isEmpty()) {
                throw new IllegalArgumentException("group '" + id + "': the final order is empty; name all members");
            }
            this.order = List.copyOf(last);
            return this;
        }

        /**
         * Sets the timeout of the construction ({@code PMIX_TIMEOUT}). If libpmix does not answer, the operation ends
         * here one second later.
         *
         * @param bound more than zero
         * @return this
         */
        public Builder timeout(Duration bound) {
            this.timeout = Checks.timeout(bound);
            return this;
        }

        /**
         * {@return this, set to ask the host for a context id that is unique among its groups ({@code
         * PMIX_GROUP_ASSIGN_CONTEXT_ID})} One member that asks is enough. Where the members construct the group ({@link
         * org.pmixj.host.Capabilities#groupMethod}) it is unique among the groups of one
         * job, and almost certainly among those of several jobs.
         */
        public Builder assignContextId() {
            this.assignContextId = true;
            return this;
        }

        /**
         * Contributes a value for the other members, who read it with {@link Group#info} ({@code PMIX_GROUP_INFO}). It
         * is sent with the construction and needs no exchange of its own. libpmix stores it with the group's context
         * id, so this also requests a context id.
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
         * Group#info} with {@code Keys.GROUP_LOCAL_CID}. It also requests a context id, as {@link #info(Key, Object)} does.
         *
         * @param number 0 or more
         * @return this
         * @throws IllegalArgumentException if it is negative, or was given before
         */
        public Builder localContextId(long number) {
            return contribute(GroupInfo.localContextId("group '" + id + "'", number));
        }

        private Builder contribute(Attributes more) {
            this.info = GroupInfo.checked("group '" + id + "'", info.and(more));
            return this;
        }

        /**
         * {@return this, set to notify the members when one ends without leaving, by the events {@code
         * PMIX_GROUP_MEMBER_FAILED} and {@code PMIX_GROUP_MEMBERSHIP_UPDATE} ({@code PMIX_GROUP_NOTIFY_TERMINATION})}
         * The destruct of the remaining members then succeeds. Needs a host that reports the ends of processes: {@code
         * prterun --runtime-options recoverable,notifyerrors}.
         */
        public Builder notifyTermination() {
            this.notifyTermination = true;
            return this;
        }

        /**
         * {@return this, set to let the construction, every fence and the destruct of the group go on without members
         * that end or leave meanwhile ({@code PMIX_GROUP_FT_COLLECTIVE})} {@link #optional} does so for the
         * construction only. Needs the same host as {@link #notifyTermination}. All members must request it.
         *
         * <p>By the bootstrap method, and with added members, the members cannot agree on who is left. Such a
         * construction fails if a member ends; the fences of the group go on.
         */
        public Builder faultTolerant() {
            this.faultTolerant = true;
            return this;
        }

        /**
         * {@return this, set to let the remaining members construct the group if others end before they have taken part
         * ({@code PMIX_GROUP_OPTIONAL}, of the collective method)} Without it, one that has ended before can count as a
         * member for a while, see {@link Groups#construct}. It has no effect on the complete group, see {@link
         * #faultTolerant}. Needs the same host as {@link #notifyTermination}. All members must request it.
         */
        public Builder optional() {
            this.optional = true;
            return this;
        }

        /**
         * {@return this, set to require that all members are on this node ({@code PMIX_GROUP_LOCAL_ONLY}), which is
         * checked as far as this process can know} Such groups are often constructed on every node at once, and libpmix
         * (seen with 7.0.0rc1) confuses groups of one id across nodes. Therefore {@code @} and the name of the node are
         * added to the id, and {@link Group#id} returns them too.
         */
        public Builder localOnly() {
            this.localOnly = true;
            return this;
        }

        /**
         * {@return this, set to bring what the members have put and committed, and the job-level information of {@link
         * Group#jobs}, to this process before the construction returns} A get with {@link GetOptions#optional}
         * then finds it. Otherwise it is requested from the server when it is first read. All members must request it:
         * after the construction they call a fence, as {@link Group#fence()} does, and each requests the values of each
         * other member. If a member ends or leaves before the fence, or before its values were read, the construction
         * fails with {@link PmixException.MemberLost} and this process leaves the group. There is an exception: if all
         * members are on one node, and one of them dies before the others have called the fence or been notified, then
         * the fence succeeds, and they have the group without its values, as if it had died after the construction. A
         * {@link #faultTolerant} group goes on, without the values that could not be read. {@link
         * Groups#constructAsync} does all of this on a thread of its own, which waits until it is done.
         */
        public Builder collectData() {
            this.collectData = true;
            return this;
        }

        /**
         * Names the leader of the construction ({@code PMIX_GROUP_LEADER}, of the collective method). Only the leader
         * is notified of members that fail before they have called ({@code PMIX_GROUP_INVITE_FAILED}), and its {@link
         * #policy} decides what happens; the others wait for that. A process that replaces another one is invited, see
         * {@link Groups#onInvitation}. Without a leader every member is notified. Needs the same host as {@link
         * #notifyTermination}. All members name the same leader.
         *
         * @param proc a member
         * @return this
         */
        public Builder leader(ProcId proc) {
            this.leader = Objects.requireNonNull(proc, "leader");
            this.declaresLeader = false;
            return this;
        }

        /**
         * Declares that this process is the leader, as {@link #leader(ProcId)} with this process, for others that do
         * not know it: this process notifies them when it calls. One process declares it. If several do, a process that
         * knows of several when a member fails follows the first of them in the order of the members. A member that
         * fails before the leader has called fails the construction for those that name no leader. The leader gets no
         * group of itself alone while others live.
         *
         * @return this
         */
        public Builder leader() {
            this.leader = null;
            this.declaresLeader = true;
            return this;
        }

        /**
         * Sets what the leader decides about members that fail.
         *
         * @param decides the policy; by default {@link LeaderPolicy#goOn} if members are {@link #optional} or the group
         *     is {@link #faultTolerant}, else {@link LeaderPolicy#all}
         * @return this
         */
        public Builder policy(LeaderPolicy decides) {
            this.policy = Objects.requireNonNull(decides, "policy");
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
         * Adds directives for which there is no method here. They are passed to libpmix as they are,
         * unless the {@linkplain #leader leader} decides about a failed member: then libpmix constructs no group.
         *
         * @param more attributes that libpmix or the host knows
         * @return this
         * @throws IllegalArgumentException if this library sets one of them; the message names the method to use
         */
        public Builder directives(Attributes more) {
            Directives.CONSTRUCT.check(more);
            this.directives = directives.and(more);
            return this;
        }

        /**
         * {@return the request}
         *
         * @throws IllegalArgumentException if no member is given and there is no bootstrap; if the request of an {@link
         *     GroupRequest#added added} process names others; if another is {@link #unannounced}; if the order names a
         *     process twice; or if the request is {@link #optional} or has a {@link #leader}, and is a bootstrap, or
         *     has added members
         */
        public GroupRequest build() {
            boolean namesOthers = leaders > 0 || !members.isEmpty() || added != null;
            refuse(
                    isAdded && namesOthers,
                    "the request of an added process names others; leave out leaders, members and added members");
            refuse(unannounced && !isAdded, "unannounced is for the request of an added process; leave it out");
            refuse(!isAdded && leaders == 0 && members.isEmpty(), "there are no members; give members or a bootstrap");
            boolean collective = !isAdded && leaders == 0 && added == null;
            String other = " for the collective method alone; leave out the bootstrap and added members";
            refuse(optional && !collective, "optional members are" + other);
            refuse((leader != null || declaresLeader) && !collective, "a leader is" + other);
            if (order != null) {
                Set<ProcId> distinct = new HashSet<>();
                for (ProcId proc : order) {
                    refuse(!distinct.add(proc), "the final order names " + proc + " twice; name it once");
                }
            }
            return new GroupRequest(this);
        }

        private void refuse(boolean wrong, String why) {
            if (wrong) {
                throw new IllegalArgumentException("group '" + id + "': " + why);
            }
        }
    }
}
