// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.group.GroupInfo;

/**
 * Describes a group to construct with {@code PMIx_Group_construct} (RFC 0033, and "Group Construction" of the OpenPMIx
 * documentation). Immutable.
 *
 * <p>By the collective method every member knows all of them and makes the same request:
 *
 * {@snippet file="GroupSnippets.java" region="collective"}
 *
 * <p>By the bootstrap method a number of leaders, who need not know each other, make the group:
 *
 * {@snippet file="GroupSnippets.java" region="bootstrap"}
 *
 * <p>In both, processes can be {@linkplain Builder#addMembers added} that know of the group nothing but its id:
 *
 * {@snippet file="GroupSnippets.java" region="added"}
 */
public final class GroupRequest {
    private final String id;
    private final List<ProcId> members;
    private final int leaders;
    private final boolean joining;
    private final @Nullable List<ProcId> added;
    private final @Nullable List<ProcId> order;
    private final @Nullable Duration timeout;
    private final boolean assignContextId;
    private final Attributes info;
    private final boolean notifyTermination;
    private final boolean faultTolerant;
    private final boolean optional;
    private final boolean localOnly;
    private final @Nullable ProcId leader;
    private final @Nullable LeaderPolicy policy;
    private final LeaderFailurePolicy whenLeaderFails;

    private GroupRequest(Builder builder) {
        this.id = builder.id;
        this.members = List.copyOf(builder.members);
        this.leaders = builder.leaders;
        this.joining = builder.joining;
        this.added = builder.added == null ? null : List.copyOf(builder.added);
        this.order = builder.order;
        this.timeout = builder.timeout;
        this.info = Attributes.of(builder.info);
        this.assignContextId = builder.assignContextId || !info.isEmpty();
        this.notifyTermination = builder.notifyTermination;
        this.faultTolerant = builder.faultTolerant;
        this.optional = builder.optional;
        this.localOnly = builder.localOnly;
        this.leader = builder.leader;
        this.policy = builder.policy;
        this.whenLeaderFails = builder.whenLeaderFails;
    }

    /**
     * Creates a builder for a group with a name.
     *
     * @param id the identifier of the group, 1 to 255 bytes of UTF-8 without NUL. It must differ from every namespace
     *     and from every group that exists or is being constructed anywhere in the PRRTE instance. RFC 0033 leaves that
     *     to the callers, and across nodes libpmix mixes up two groups of the same name; so use a prefix of the
     *     application.
     * @return a builder
     * @throws IllegalArgumentException if the identifier is empty, too long or contains NUL
     */
    public static Builder named(String id) {
        return new Builder(Checks.nspace("group id", id), false);
    }

    /**
     * Creates a builder for the request of a process that others {@linkplain Builder#addMembers add} to a group they
     * construct. It names no members; where nobody adds this process it ends when its time has run out.
     *
     * @param id the identifier of the group, as in {@link #named}
     * @return a builder
     * @throws IllegalArgumentException if the identifier is empty, too long or contains NUL
     */
    public static Builder added(String id) {
        return new Builder(Checks.nspace("group id", id), true);
    }

    /**
     * Returns the identifier of the group.
     *
     * @return 1 to 255 bytes in UTF-8
     */
    public String id() {
        return id;
    }

    /**
     * Returns the members, as they were given.
     *
     * @return an immutable list, at least one by the collective method
     */
    public List<ProcId> members() {
        return members;
    }

    /**
     * Returns the number of leaders of the bootstrap method.
     *
     * @return empty by the collective method
     */
    public OptionalInt leaders() {
        return leaders == 0 ? OptionalInt.empty() : OptionalInt.of(leaders);
    }

    /**
     * Returns whether this is the request of a process that others add.
     *
     * @return true if it is
     */
    public boolean isAdded() {
        return joining;
    }

    /**
     * Returns who leads the construction.
     *
     * @return empty if nobody does
     */
    public Optional<ProcId> leader() {
        return Optional.ofNullable(leader);
    }

    /**
     * Returns what is decided about members that fail, if this process leads or has taken over.
     *
     * @return the policy
     */
    public LeaderPolicy policy() {
        return policy != null ? policy : optional || faultTolerant ? LeaderPolicy.goOn() : LeaderPolicy.all();
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
     * Returns the processes that are added.
     *
     * @return empty if none are; a list of nobody if others add some
     */
    public Optional<List<ProcId>> addedMembers() {
        return Optional.ofNullable(added);
    }

    /**
     * Returns the order of group ranks.
     *
     * @return empty if that in which libpmix returns the members
     */
    public Optional<List<ProcId>> finalOrder() {
        return Optional.ofNullable(order);
    }

    /**
     * Returns the timeout of the construction.
     *
     * @return empty for the session's default
     */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    /**
     * Returns whether the host is asked for a context id.
     *
     * @return true if it is
     */
    public boolean assignContextId() {
        return assignContextId;
    }

    /**
     * Returns what this process tells the other members.
     *
     * @return the information, and the local context id
     */
    public Attributes info() {
        return info;
    }

    /**
     * Returns whether the members are notified of one that ends without leaving.
     *
     * @return true if they are
     */
    public boolean notifyTermination() {
        return notifyTermination;
    }

    /**
     * Returns whether the group goes on without members that end or leave while it is constructed or in a collective.
     *
     * @return true if it does
     */
    public boolean faultTolerant() {
        return faultTolerant;
    }

    /**
     * Returns whether the group is created by those who are left where one ends before it has taken part.
     *
     * @return true if it is
     */
    public boolean optional() {
        return optional;
    }

    /**
     * Returns whether all members are on this node.
     *
     * @return true if they must be
     */
    public boolean localOnly() {
        return localOnly;
    }

    @Override
    public String toString() {
        return "GroupRequest[" + id + ", "
                + (joining ? "joining]" : leaders > 0 ? leaders + " leaders]" : members.size() + " members]");
    }

    /** Builds a request. It must not be used by several threads at once. */
    public static final class Builder {
        private final String id;
        private final boolean joining;
        private final List<ProcId> members = new ArrayList<>();
        private final List<Info> info = new ArrayList<>();
        private int leaders;
        private @Nullable List<ProcId> added;
        private @Nullable List<ProcId> order;
        private @Nullable Duration timeout;
        private boolean assignContextId;
        private boolean notifyTermination;
        private boolean faultTolerant;
        private boolean optional;
        private boolean localOnly;
        private @Nullable ProcId leader;
        private @Nullable LeaderPolicy policy;
        private LeaderFailurePolicy whenLeaderFails = LeaderFailurePolicy.follow();

        private Builder(String id, boolean joining) {
            this.id = id;
            this.joining = joining;
        }

        /**
         * Adds members. Their order is the order of group ranks where all callers give the same; duplicates count once;
         * {@link ProcId#all} stands for every process of its namespace, or with the id of a group for all its members,
         * and {@code new ProcId(group id, rank)} for one of them, as they are when the construction starts.
         *
         * <p>By the {@linkplain #bootstrap bootstrap} method this process is a member without being named, and others
         * need not be. Those that are named must be in the group in the end, and where one of them is known to have
         * ended nobody waits for it.
         *
         * @param procs the members
         * @return this
         */
        public Builder members(Collection<ProcId> procs) {
            add(members, "member", procs);
            return this;
        }

        private static void add(List<ProcId> list, String what, Collection<ProcId> procs) {
            for (ProcId proc : procs) {
                list.add(Objects.requireNonNull(proc, what));
            }
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
         * Constructs by the bootstrap method: the group is complete when a number of processes have called with the
         * same id and this number, and all that they {@linkplain #addMembers add} ({@code PMIX_GROUP_BOOTSTRAP}). The
         * leaders need not know each other. The order of group ranks is the one in which libpmix returns them, the same
         * everywhere.
         *
         * <p>The death of a leader that nobody names is seen by nobody; the others wait as long as their bound. Two
         * bootstraps of the same id at the same time are one to libpmix, whoever meant which.
         *
         * @param count the number of leaders, 1 or more
         * @return this
         * @throws IllegalArgumentException if the number is not positive
         */
        public Builder bootstrap(int count) {
            if (count <= 0) {
                throw new IllegalArgumentException("the number of leaders, " + count + ", is not positive");
            }
            this.leaders = count;
            return this;
        }

        /**
         * Adds processes that know nothing of the group but its id ({@code PMIX_GROUP_ADD_MEMBERS}). Each calls with a
         * request that begins with {@link GroupRequest#added}, or {@link Groups#constructAdded}, before the
         * others or after them; the construction completes when all have. The order of group ranks is the one in which
         * libpmix returns the members.
         *
         * <p>By the bootstrap method it is enough if one leader adds a process. By the collective method all members
         * make this call, those who add nobody with an empty list: OpenPMIx (seen with 7.0.0rc1) does not wait for
         * added members there, so such a request becomes a bootstrap with all members as its leaders.
         *
         * @param procs the processes; the same forms as for {@link #members(Collection)}
         * @return this
         */
        public Builder addMembers(Collection<ProcId> procs) {
            List<ProcId> list = added == null ? new ArrayList<>() : added;
            add(list, "added member", procs);
            added = list;
            return this;
        }

        /**
         * Adds processes, see {@link #addMembers(Collection)}.
         *
         * @param procs the processes
         * @return this
         */
        public Builder addMembers(ProcId... procs) {
            return addMembers(List.of(procs));
        }

        /**
         * Sets the order of group ranks, whatever the construction returns ({@code PMIX_GROUP_FINAL_MEMBERSHIP_ORDER},
         * which libpmix ignores and this layer does). All members must give the same, those that are added too. If it
         * is not an order of exactly the members there are in the end, or libpmix shows that another member gave
         * another one, the construction fails.
         *
         * @param procs the members by group rank; the same forms as for {@link #members(Collection)}
         * @return this
         * @throws IllegalArgumentException if it is empty
         */
        public Builder finalOrder(Collection<ProcId> procs) {
            List<ProcId> list = new ArrayList<>();
            add(list, "member", procs);
            if (list.isEmpty()) {
                throw new IllegalArgumentException("the order of members is empty");
            }
            this.order = List.copyOf(list);
            return this;
        }

        /**
         * Sets the timeout of the construction ({@code PMIX_TIMEOUT}). libpmix counts whole seconds, so a fraction is
         * rounded up, and a second later the operation ends here even where libpmix stays silent.
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
         * Contributes a value for the other members, read with {@link Group#info} ({@code PMIX_GROUP_INFO}). It comes
         * with the construction and costs no exchange of its own. libpmix keeps it with the group's context id, so this
         * asks for one too.
         *
         * @param key its name and type; not one that the Standard reserves
         * @param value its value, which stays the same for the life of the group
         * @param <T> the Java type of the value
         * @return this
         * @throws IllegalArgumentException if the value is out of the type's range or one that libpmix cannot carry to
         *     another node, or the key was given before or is reserved
         */
        public <T> Builder info(Key<T> key, T value) {
            if (Checks.isReserved(key.name())) {
                throw new IllegalArgumentException(key.name() + " is reserved by the Standard");
            }
            Info told = Info.of(key, Objects.requireNonNull(value, "value"));
            GroupInfo.check(told);
            tell(told);
            return this;
        }

        private void tell(Info told) {
            for (Info known : info) {
                if (known.key().equals(told.key())) {
                    throw new IllegalArgumentException("given twice: " + told.key());
                }
            }
            info.add(told);
        }

        /**
         * Contributes the context id that this process uses for itself ({@code PMIX_GROUP_LOCAL_CID}), for
         * {@link Group#localContextId}. Asks for a context id, as {@link #info(Key, Object)}.
         *
         * @param number 0 or more
         * @return this
         * @throws IllegalArgumentException if it is negative, or was given before
         */
        public Builder localContextId(long number) {
            tell(GroupInfo.localContextId(number));
            return this;
        }

        /**
         * Notifies the members when one ends without leaving, by the events {@code PMIX_GROUP_MEMBER_FAILED} and {@code
         * PMIX_GROUP_MEMBERSHIP_UPDATE}; the destruct of the rest then succeeds ({@code
         * PMIX_GROUP_NOTIFY_TERMINATION}). Needs a host that reports the ends of processes: {@code prterun --rtos
         * recoverable,notifyerrors}.
         *
         * @return this
         */
        public Builder notifyTermination() {
            this.notifyTermination = true;
            return this;
        }

        /**
         * Lets the construction and every fence of the group go on without members that end or leave meanwhile
         * ({@code PMIX_GROUP_FT_COLLECTIVE}). For the construction alone there is {@link #optional}. Needs a host that
         * tells the ends of processes, as {@link #notifyTermination}. All members must ask for it.
         *
         * <p>Those who do not know each other cannot agree on who is left: a construction by the bootstrap method or
         * with added members fails with one of them, and it is the fences of the group that go on.
         *
         * @return this
         */
        public Builder faultTolerant() {
            this.faultTolerant = true;
            return this;
        }

        /**
         * Lets the remaining members construct the group where members end before they have taken part
         * ({@code PMIX_GROUP_OPTIONAL}, of the collective method). What becomes of it later is not concerned, see
         * {@link #faultTolerant}. Needs a host that reports the ends of processes, as {@link #notifyTermination}. All
         * members must ask for it.
         *
         * @return this
         */
        public Builder optional() {
            this.optional = true;
            return this;
        }

        /**
         * Says that all members are on this node ({@code PMIX_GROUP_LOCAL_ONLY}), which is checked as far as this
         * process can tell. Such groups are often made on every node at once, and libpmix (seen with 7.0.0rc1) mixes up
         * groups of one id across nodes: so {@code @} and the name of the node are added to the id, which
         * {@link Group#id} then tells.
         *
         * @return this
         */
        public Builder localOnly() {
            this.localOnly = true;
            return this;
        }

        /**
         * Names the leader of the construction ({@code PMIX_GROUP_LEADER}, of the collective method): it alone is
         * notified of members that fail before they have called, by {@code PMIX_GROUP_INVITE_FAILED}, and its {@link
         * #policy} decides what becomes of it; the others wait for that. A process that takes the place of another is
         * invited, see {@link Groups#onInvitation}. A group that is created so has no group information. Without a
         * leader every member is notified. Needs a host that reports the ends of processes, as {@link
         * #notifyTermination}. All members name the same leader.
         *
         * @param proc a member
         * @return this
         */
        public Builder leader(ProcId proc) {
            this.leader = Objects.requireNonNull(proc, "leader");
            return this;
        }

        /**
         * Says what the leader decides about members that fail.
         *
         * @param decides {@link LeaderPolicy#all} unless this is called, or {@link LeaderPolicy#goOn} where members are
         *     {@link #optional} or the group is {@link #faultTolerant}
         * @return this
         */
        public Builder policy(LeaderPolicy decides) {
            this.policy = Objects.requireNonNull(decides, "policy");
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
         * Builds the request.
         *
         * @return the request
         * @throws IllegalArgumentException if no member is given and there is no bootstrap; if a process that is to be
         *     added names others; if the order names a process twice; or if members may be missing where those who are
         *     left cannot agree on it, by the bootstrap method or with added members
         */
        public GroupRequest build() {
            if (joining) {
                checkJoining();
            } else if (leaders == 0 && members.isEmpty()) {
                throw new IllegalArgumentException("a group needs members");
            }
            if (optional && (joining || leaders > 0 || added != null)) {
                throw new IllegalArgumentException(
                        "members are optional by the collective method, and where none are added");
            }
            if (leader != null && (joining || leaders > 0 || added != null)) {
                throw new IllegalArgumentException(
                        "a leader is named by the collective method, and where no members are added");
            }
            if (order != null) {
                Set<ProcId> distinct = new HashSet<>();
                for (ProcId proc : order) {
                    if (!distinct.add(proc)) {
                        throw new IllegalArgumentException("the order of members names " + proc + " twice");
                    }
                }
            }
            return new GroupRequest(this);
        }

        private void checkJoining() {
            if (leaders > 0 || !members.isEmpty() || added != null) {
                throw new IllegalArgumentException("a process that is added to a group names no others");
            }
        }
    }
}
