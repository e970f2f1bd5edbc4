// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.exchange;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.group.AcceptOptions;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.Invitation;
import org.pmixj.group.InviteRequest;
import org.pmixj.group.LeaderFailurePolicy;
import org.pmixj.group.LeaderPolicy;
import org.pmixj.internal.base.Absent;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.call.Procedure;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.internal.group.GroupInfo;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.group.LeaderPath;
import org.pmixj.internal.host.ProcessesCall;
import org.pmixj.value.ProcInfo;

/**
 * Adds processes to a group. The members agree on them by an exchange, end the group together, and construct it again
 * by an invitation of the lowest rank to all: the members, who accept it here, and the others. If the lowest rank ends
 * before it has invited anybody, the next one invites.
 */
final class ExtendProcedure extends Procedure<Group> {
    /** Precedes why processes cannot be added, which the lowest rank sends after their names. */
    private static final String REFUSED = "!";

    private final Exchanges exchanges;
    private final GroupImpl group;
    private final List<ProcId> given;
    private final Duration timeout;
    /** The number of the exchange of what the members request. */
    private long number;

    ExtendProcedure(Exchanges exchanges, List<ProcId> named, Duration timeout) {
        super(exchanges.group.handle, "extension of group '" + exchanges.group.id() + "'", timeout);
        this.exchanges = exchanges;
        this.group = exchanges.group;
        this.given = GroupTable.of(handle.session).expand(named);
        this.timeout = timeout;
        if (given.isEmpty()) {
            throw new IllegalArgumentException(what + ": nobody is added; name at least one process");
        }
        Set<ProcId> distinct = new LinkedHashSet<>();
        for (ProcId proc : given) {
            if (proc.equals(handle.session.self())) {
                throw new IllegalArgumentException(
                        what + ": " + proc + " is this process, a member already; leave it out");
            } else if (group.members().contains(proc)) {
                throw new IllegalArgumentException(what + ": " + proc + " is a member already; leave it out");
            } else if (!distinct.add(proc)) {
                throw new IllegalArgumentException(what + ": " + proc + " is named twice; name it once");
            }
        }
    }

    @Override
    public String verb() {
        return "extend";
    }

    @Override
    public List<ProcId> participants() {
        return group.members();
    }

    @Override
    protected void takePlace() {
        number = exchanges.startExtension(timeout);
    }

    @Override
    protected void leavePlace() {
        exchanges.endExtension(number);
    }

    @Override
    protected Group call() {
        LeaderPath.Invites invites = GroupTable.of(handle.session).leaders.invites(handle);
        try {
            return extend(invites, invites.expect(group.id(), group.members()));
        } finally {
            invites.forget(group.id());
        }
    }

    private Group extend(LeaderPath.Invites invites, CompletableFuture<Invitation> invited) {
        // One question of each process is too much in a large group: it is the lowest rank that asks the host.
        Resolved resolved = group.rank() == 0 ? resolve() : null;
        List<ProcId> old = agree(resolved);
        end();
        int own = old.indexOf(handle.session.self());
        for (ProcId leader : old.subList(0, own)) {
            if (arrives(invited, leader)) {
                return invited.join().with(acceptance()).accept();
            }
        }
        // The findings of a lower rank ended with it.
        List<ProcId> others = new ArrayList<>(old.subList(own + 1, old.size()));
        others.addAll((resolved != null ? resolved : resolve()).added());
        return invites.invite(request(others));
    }

    /**
     * Exchanges what the members request. Returns the members that take part, by rank; throws if they must not go on.
     */
    private List<ProcId> agree(@Nullable Resolved resolved) {
        List<String> own = new ArrayList<>(given.size() + 1);
        given.forEach(proc -> own.add(proc.toString()));
        if (resolved != null && resolved.refusal() != null) {
            own.add(REFUSED + resolved.refusal());
        }
        Checks.active(group);
        Map<ProcId, List<String>> requests = new ExchangeProcedure<>(
                        exchanges, group.name("extension"), ValueType.listOf(ValueType.STRING), own, left(), number)
                .run();
        requests.forEach((member, sent) -> {
            if (sent.isEmpty()) {
                throw ExchangeChecks.otherOperation(what, member);
            }
        });
        List<String> first = requests.values().iterator().next();
        if (first.getLast().startsWith(REFUSED)) {
            throw new IllegalArgumentException(what + ": " + first.getLast().substring(REFUSED.length()));
        }
        requests.forEach((member, sent) -> {
            if (!sent.equals(first)) {
                throw new IllegalArgumentException(what + ": " + member + " adds " + sent + ", and others add " + first
                        + "; all members must name the same processes in the same order");
            }
        });
        return List.copyOf(requests.keySet());
    }

    /**
     * Holds what the host says about the processes.
     *
     * @param added each process that can be added
     * @param refusal why some cannot be added, or null
     */
    private record Resolved(List<ProcId> added, @Nullable String refusal) {}

    private Resolved resolve() {
        List<ProcId> added = new ArrayList<>();
        Map<String, List<ProcInfo>> jobs = new LinkedHashMap<>();
        List<String> refusals = new ArrayList<>();
        for (ProcId proc : given) {
            List<ProcInfo> job = jobs.computeIfAbsent(proc.nspace(), this::processes);
            List<ProcInfo> named = job.stream()
                    .filter(process -> proc.isWildcard() || process.proc().equals(proc))
                    .toList();
            if (named.isEmpty()) {
                refusals.add(
                        job.isEmpty()
                                ? "job '" + proc.nspace() + "' has ended, or there is none"
                                : proc + " does not exist");
            }
            for (ProcInfo process : named) {
                if (process.state().isEnded()) {
                    refusals.add(process.proc() + " has ended");
                } else if (group.members().contains(process.proc())) {
                    refusals.add(process.proc() + " is a member already");
                } else if (!added.contains(process.proc())) {
                    added.add(process.proc());
                }
            }
        }
        return new Resolved(added, refusals.isEmpty() ? null : refusals.getFirst());
    }

    private List<ProcInfo> processes(String nspace) {
        return ProcessesCall.processesOf(handle, nspace, left().toNanos());
    }

    /** Ends the group for all members, also if one has ended since the exchange. */
    private void end() {
        try {
            group.with(CollectiveOptions.within(left())).destruct();
        } catch (PmixException.MemberLost e) {
            // The invitation goes on without it.
        }
    }

    private AcceptOptions acceptance() {
        return AcceptOptions.defaults()
                .withTimeout(left())
                .whenLeaderFails(LeaderFailurePolicy.takeOver())
                .withPolicy(LeaderPolicy.goOn())
                .withInfo(GroupInfo.EPOCH, group.epoch() + 1);
    }

    private InviteRequest request(List<ProcId> others) {
        InviteRequest.Builder request = InviteRequest.named(group.id())
                .members(others)
                .timeout(left())
                // The other half is for the construct by those who have accepted.
                .answerWithin(left().dividedBy(2))
                .policy(LeaderPolicy.goOn())
                .info(GroupInfo.EPOCH, group.epoch() + 1);
        if (group.contextId().isPresent()) {
            request.assignContextId();
        }
        if (group.traits.notifyTermination()) {
            request.notifyTermination();
        }
        if (group.traits.faultTolerant()) {
            request.faultTolerant();
        }
        return request.build();
    }

    /** Waits for an invitation. Returns false if its leader has ended without it. */
    private boolean arrives(CompletableFuture<Invitation> invited, ProcId leader) {
        boolean sawEnd = false;
        while (true) {
            long nanos = Math.min(Patience.SLICE, left().toNanos());
            try {
                var _ = Deadline.await(invited, what, nanos);
                return true;
            } catch (PmixException.Timeout e) {
                if (Deadline.until(deadline.end()) <= 0) {
                    throw Deadline.collectiveTimeout(
                            what, timeout, Absent.because(leader + " has not invited this process"));
                }
            }
            boolean isOver = processes(leader.nspace()).stream()
                    .noneMatch(process ->
                            process.proc().equals(leader) && !process.state().isEnded());
            // Its last messages arrive before the second such answer.
            if (isOver && sawEnd) {
                return false;
            }
            sawEnd = isOver;
        }
    }

    @Override
    protected void late(Group result) {
        // The caller has given up: the others must not count on this process.
        ((GroupImpl) result).abandon();
    }
}
