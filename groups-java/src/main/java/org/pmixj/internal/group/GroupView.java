// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Absent;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.data.FencePlace;
import org.pmixj.internal.data.GetCall;
import org.pmixj.internal.group.GroupKind.Traits;
import org.pmixj.internal.job.JobImpl;
import org.pmixj.job.Job;

/** Returns what is known of a group, and reads what its members have put. */
abstract class GroupView implements Group {

    final Handle handle;
    final String id;
    final OptionalLong contextId;
    final Traits traits;
    final Roster membership;
    private final GroupInfo info;
    private volatile Members missing = Members.none();
    private volatile @Nullable Map<String, Job> jobs;

    GroupView(
            Handle handle,
            String id,
            List<ProcId> members,
            OptionalLong contextId,
            Traits traits,
            Map<ProcId, Attributes> known) {
        this.handle = handle;
        this.id = id;
        this.contextId = contextId;
        this.traits = traits;
        this.info = new GroupInfo(handle, contextId, known);
        this.membership = new Roster(handle.session, Members.of(members));
    }

    public Handle handle() {
        return handle;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public Members members() {
        return membership.members();
    }

    @Override
    public Members missing() {
        return missing;
    }

    /** Sets who was to be a member when the construction began. */
    void requested(Members procs) {
        missing = procs.difference(membership.first());
    }

    /** Returns the members by rank, where ranks are fixed with those that departed. */
    public Members byRank() {
        return traits.kind().isFixed() ? membership.first() : members();
    }

    @Override
    public int epoch() {
        return info.epoch();
    }

    @Override
    public int size() {
        return members().size();
    }

    @Override
    public ProcId member(int rank) {
        Members now = members();
        return now.get(Checks.rank("group", id, rank, now.size(), "member"));
    }

    @Override
    public OptionalLong contextId() {
        return contextId;
    }

    @Override
    public <T> Optional<T> info(ProcId member, Key<T> key) {
        return info.find(single(member), key);
    }

    @Override
    public OptionalLong localContextId(ProcId member) {
        return info.localContextId(single(member));
    }

    @Override
    public Map<String, Job> jobs() {
        Map<String, Job> known = jobs;
        if (known == null) {
            known = readJobs();
            jobs = known;
        }
        return known;
    }

    private Map<String, Job> readJobs() {
        handle.checkOpen();
        handle.session.refuseOnProgressThread("jobs of a group");
        return JobImpl.jobs(handle, membership.first());
    }

    /** Has the members exchange what they have put by a fence. Then reads it, and their jobs, into this process. */
    static void collect(GroupImpl group, Duration timeout, long deadline, @Nullable FencePlace place) {
        try {
            try {
                Duration left = Deadline.durationUntil(deadline);
                boolean tolerant = group.traits().faultTolerant();
                new Collective.GroupFence(group, "construct", true, true, tolerant, left, Attributes.none(), place)
                        .run();
            } catch (PmixException.Timeout e) {
                throw Deadline.collectiveTimeout(group.name("construct"), timeout, Absent.of(e));
            }
            ((GroupView) group).readCollected(timeout, deadline);
        } catch (RuntimeException | Error e) {
            group.abandon();
            throw e;
        }
    }

    /** Reads what the members have put, and their jobs, when the group has been constructed. */
    private void readCollected(Duration timeout, long deadline) {
        String what = name("construct");
        String reading = "";
        try {
            for (ProcId member : members()) {
                reading = "what " + member + " has put";
                read(what, member, deadline);
            }
            reading = "what is known of their jobs";
            jobs();
        } catch (PmixException.Timeout e) {
            throw Deadline.collectiveTimeout(
                    what, timeout, "all have called it, but " + reading + " was not read in time");
        }
    }

    /** Reads what a member has put. If the member has departed, a fault-tolerant group goes on without its values. */
    private void read(String what, ProcId member, long deadline) {
        while (true) {
            long nanos = Math.clamp(Deadline.until(deadline), 1, Patience.MEMBER_VALUES);
            try {
                GetCall.fetch(handle, member, Duration.ofNanos(nanos));
                return;
            } catch (PmixException.Interrupted e) {
                throw e;
            } catch (PmixException e) {
                boolean hasTime = Deadline.until(deadline) > 0;
                if (hasTime) {
                    GroupTable.of(handle.session).repair.askAndWait(handle, Members.of(member), false);
                }
                if (!members().contains(member)) {
                    if (traits.faultTolerant()) {
                        return;
                    }
                    throw Roster.lost(what, List.of(member), "departed before its values were read");
                } else if (!hasTime || !(e instanceof PmixException.Timeout)) {
                    throw e;
                }
            }
        }
    }

    /** Returns the process for which a group rank may stand. */
    private ProcId single(ProcId proc) {
        Objects.requireNonNull(proc, "member");
        if (!proc.nspace().equals(id)) {
            return proc;
        }
        Members ranks = byRank();
        return ranks.get(Checks.rank("group", id, proc.rank(), ranks.size(), "member"));
    }

    public Traits traits() {
        return traits;
    }

    public Roster membership() {
        return membership;
    }

    /** Returns what messages call an operation on the group. */
    public String name(String operation) {
        return traits.kind().operation(operation, id);
    }

    String title() {
        return traits.kind().title(id);
    }

    Duration timeout(CollectiveOptions options) {
        return Objects.requireNonNull(options, "options").timeout().orElse(handle.defaultTimeout);
    }

    /** Returns the request for a duplicate. If a fault-tolerant one names the dead, it is the same for all members. */
    GroupRequest duplication(String newId, CollectiveOptions options) {
        Members all = traits.faultTolerant() ? membership.unlessLeft() : members();
        return requestLike(newId, all, timeout(options), options.directives());
    }

    /** Returns a request for a group with the traits of this one. */
    public GroupRequest requestLike(String newId, List<ProcId> members, Duration timeout, Attributes directives) {
        GroupRequest.Builder request =
                GroupRequest.named(newId).members(members).timeout(timeout);
        if (traits.faultTolerant()) {
            request.faultTolerant();
        }
        if (traits.notifyTermination()) {
            request.notifyTermination();
        }
        if (contextId.isPresent()) {
            request.assignContextId();
        }
        directives.forEach(request::directive);
        return request.build();
    }

    @Override
    public String toString() {
        return "Group[" + id + ", " + size() + " members" + (isActive() ? "]" : ", ended]");
    }
}
