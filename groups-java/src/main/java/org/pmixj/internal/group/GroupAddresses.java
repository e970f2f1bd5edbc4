// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.pmixj.FenceRequest;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.AddressBook;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.data.GivenUp;
import org.pmixj.internal.rollcall.RollCall;

/** Resolves group ids and group ranks, where they stand for processes. */
public abstract class GroupAddresses implements AddressBook {
    /** The groups and reservations of this process by id. */
    final ConcurrentHashMap<String, Object> groups = new ConcurrentHashMap<>();

    /** The names of constructs and destructs for {@link RollCall} begin with these, and end with the id. */
    public static final String CONSTRUCT = "construct ";

    public static final String DESTRUCT = "destruct ";

    private boolean startsFencesInTurn;

    final void startsFencesInTurn(boolean value) {
        startsFencesInTurn = value;
    }

    @Override
    public boolean startsFencesInTurn() {
        return startsFencesInTurn;
    }

    /** Returns the group of an id of which this process is a member, or null. */
    public @Nullable GroupImpl find(String id) {
        return groups.get(id) instanceof GroupImpl group && group.isActive() ? group : null;
    }

    /** Returns the group of an id, also one that this process is ending, or null. */
    public @Nullable GroupImpl findKnown(String id) {
        return groups.get(id) instanceof GroupImpl group ? group : null;
    }

    /** Returns whether a process is, or was, among the known members of a group or construct of this process. */
    public boolean isOrWasMember(String id, ProcId proc) {
        Object entry = groups.get(id);
        return entry != null && membership(entry).first().contains(proc);
    }

    @Override
    public boolean isActive(String id) {
        return find(id) != null;
    }

    @Override
    public boolean isEmpty() {
        return groups.isEmpty();
    }

    static Roster membership(Object entry) {
        return entry instanceof GroupImpl group ? group.membership() : ((Reservation) entry).membership();
    }

    @Override
    public boolean haveMembersOf(String namespace) {
        return groups.values().stream()
                .flatMap(entry -> membership(entry).first().stream())
                .anyMatch(member -> member.nspace().equals(namespace));
    }

    @Override
    public @Nullable Collective<Void> fence(FenceRequest request, Duration timeout) {
        List<ProcId> members = request.members();
        ProcId all = members.size() == 1 ? members.getFirst() : null;
        GroupImpl group = all != null && all.isWildcard() ? find(all.nspace()) : null;
        if (group == null) {
            return null;
        }
        boolean faultTolerant = request.faultTolerant() || group.traits().faultTolerant();
        return group.collective("fence", request.collectData(), faultTolerant, timeout, request.directives());
    }

    @Override
    public boolean hasCalled(String name) {
        if (name.startsWith(CONSTRUCT)) {
            Object entry = groups.get(name.substring(CONSTRUCT.length()));
            // A group that ends is an earlier one.
            return entry != null && !(entry instanceof GroupImpl group && !group.isActive());
        }
        return name.startsWith(DESTRUCT) && find(name.substring(DESTRUCT.length())) == null;
    }

    /** Forgets what was given up before a group of the id was complete. */
    static void forgetGivenUp(String id) {
        if (GivenUp.isAny()) {
            GivenUp.remove(CONSTRUCT + id);
            GivenUp.remove(DESTRUCT + id);
        }
    }

    @Override
    public void ask(Session session, String name, List<ProcId> procs, Duration timeout, long called) {
        RollCall.of(session).begin(name, procs, called, called + Deadline.collectiveNanos(timeout));
    }

    @Override
    public PmixException.Timeout timedOut(
            Session session, String what, String name, List<ProcId> procs, Duration timeout, long called) {
        return Deadline.collectiveTimeout(
                what,
                timeout,
                RollCall.of(session).ask(name, procs, called, called + Deadline.collectiveNanos(timeout)));
    }

    private boolean nameGroups(List<ProcId> procs) {
        if (groups.isEmpty()) {
            return false;
        }
        String nspace = "";
        for (int i = 0; i < procs.size(); i++) {
            String next = procs.get(i).nspace();
            if (!next.equals(nspace)) {
                nspace = next;
                if (find(next) != null) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns processes with members in the place of a group's id; keeps a group rank that does not exist. */
    @Override
    public List<ProcId> expand(List<ProcId> procs) {
        if (!nameGroups(procs)) {
            return procs;
        }
        List<ProcId> expanded = new ArrayList<>();
        for (ProcId proc : procs) {
            GroupImpl group = find(proc.nspace());
            if (group != null && proc.isWildcard()) {
                expanded.addAll(group.members());
            } else if (group != null && proc.rank() < group.byRank().size()) {
                expanded.add(group.byRank().get(proc.rank()));
            } else {
                expanded.add(proc);
            }
        }
        return expanded;
    }

    /**
     * Returns the process for which a group and a rank in it may stand. libpmix would wait for ever for the data of a
     * group that this process is no longer a member of.
     */
    @Override
    public ProcId resolve(String what, ProcId proc) {
        if (!(groups.get(proc.nspace()) instanceof GroupImpl group)) {
            requireNoConnection(what, proc);
            return proc;
        }
        Members members = group.byRank();
        if (!group.isActive()) {
            throw StatusCodes.notFound(what + " failed: this process is no longer a member of " + group.title());
        } else if (proc.isWildcard()) {
            throw new IllegalArgumentException(
                    what + ": " + group.title() + " as a whole is no process; its members are, and their jobs");
        } else if (proc.rank() >= members.size()) {
            throw StatusCodes.notFound(
                    what + " failed: " + group.title() + " has " + Checks.count(members.size(), "member"));
        }
        return members.get(proc.rank());
    }

    /** libpmix returns arbitrary results for unknown namespaces, so those of connections are refused here. */
    private static void requireNoConnection(String what, ProcId proc) {
        if (GroupIds.isReserved(proc.nspace())) {
            throw StatusCodes.notFound(what + " failed: this process is not in connection '" + proc.nspace() + "'");
        }
    }

    /** Returns processes, each once, for which groups and ranks in them may stand. */
    @Override
    public List<ProcId> resolve(String what, List<ProcId> procs) {
        if (groups.isEmpty()) {
            for (ProcId proc : procs) {
                requireNoConnection(what, proc);
            }
            return procs;
        }
        Set<ProcId> resolved = new LinkedHashSet<>();
        for (ProcId proc : procs) {
            GroupImpl group = proc.isWildcard() ? find(proc.nspace()) : null;
            if (group != null) {
                resolved.addAll(group.members());
            } else if (proc.isWildcard() && !groups.containsKey(proc.nspace())) {
                requireNoConnection(what, proc);
                resolved.add(proc);
            } else {
                resolved.add(resolve(what, proc));
            }
        }
        List<ProcId> list = new ArrayList<>();
        for (ProcId proc : resolved) {
            // If a job is named as a whole and by a rank, libpmix waits for ever.
            if (proc.isWildcard() || !resolved.contains(ProcId.all(proc.nspace()))) {
                list.add(proc);
            }
        }
        return list;
    }
}
