// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.codec.MessageSize;
import org.pmixj.internal.data.KnownJobs;

/**
 * The participants of a construct. libpmix accepts wildcards and groups, too, but hangs where a process is also named
 * alone; so they are resolved here.
 *
 * @param procs the processes to name to libpmix: all members; by the bootstrap method this process; for a process that
 *     is added none
 * @param leaders the number of leaders of the bootstrap method, otherwise 0
 * @param added the processes that this process adds
 * @param known the processes of which this process knows that they will be members
 * @param isComplete whether these are all
 * @param order the members by group rank, or null for the order that libpmix returns
 */
public record Participants(
        Members procs,
        int leaders,
        Members added,
        Members known,
        boolean isComplete,
        @Nullable Members order) {

    static Participants of(Handle handle, GroupRequest request) {
        ProcId here = handle.session.self();
        String what = GroupKind.PLAIN.operation("construct", request.id());
        Members named = expand(handle, what, request.members());
        Members added = expand(handle, what, request.addedMembers().orElse(List.of()));
        List<ProcId> last = request.finalOrder().orElse(null);
        Members order = last == null ? null : expand(handle, what, last);
        Participants made;
        if (request.isAdded()) {
            made = new Participants(Members.none(), 0, added, Members.of(here), false, order);
        } else if (request.leaders().isPresent()) {
            Members self = Members.of(here);
            Members leaders = self.union(named).difference(added);
            if (leaders.size() > request.leaders().getAsInt()) {
                throw new IllegalArgumentException("group '" + request.id() + "': the bootstrap has "
                        + Checks.count(request.leaders().getAsInt(), "leader") + ", and the request names " + leaders
                        + "; name leaders only, and give the number of all");
            }
            Members all = self.union(named).union(added);
            made = new Participants(self, request.leaders().getAsInt(), added, all, false, order);
        } else if (request.addedMembers().isPresent()) {
            Members others = added.difference(named);
            // libpmix waits for added members only in a bootstrap, in which each process names itself alone.
            boolean leads = Defect.ADDED_MEMBERS_NOT_AWAITED.isHere();
            Members procs = leads ? Members.of(here) : named;
            made = new Participants(procs, leads ? named.size() : 0, others, named.union(added), false, order);
        } else {
            made = new Participants(order == null ? named : order, 0, added, named, true, order);
        }
        made.check(request, here);
        return made;
    }

    private void check(GroupRequest request, ProcId self) {
        if (added.contains(self) || !known.contains(self)) {
            throw new IllegalArgumentException("group '" + request.id() + "': this process, " + self
                    + ", is not among the members; add it, or let members alone construct the group");
        }
        if (order != null) {
            checkOrder("group '" + request.id() + "'", order);
        }
        long info = MessageSize.of(request.info());
        long directives = MessageSize.of(request.directives());
        long sum = MessageSize.ofProcs(procs) + MessageSize.ofProcs(added) + info + directives;
        if (info > 0 || sum > MessageSize.LIMIT) {
            String what = "construct of group '" + request.id() + "'";
            MessageSize.check(what, sum);
            // The server sends each member the information of all, and twice the list of members: as they were
            // requested, and as they are.
            int members = leastMembers();
            MessageSize.checkShare(what, info, members, 2 * MessageSize.ofProcs(known) * members / known.size());
        }
    }

    /**
     * Returns how many members there will be at least; other leaders may add more. An added process knows of itself
     * alone, and has a leader besides.
     */
    int leastMembers() {
        boolean isAdded = procs.isEmpty();
        return Math.max(known.size(), isAdded ? 2 : leaders + added.size());
    }

    /** Throws if an order is not one of the members. */
    public void checkOrder(String group, Members ranks) {
        if (!ranks.containsAll(known) || (isComplete && ranks.size() != known.size())) {
            throw new IllegalArgumentException("the order " + ranks + " is not one of the members of " + group
                    + ", which are " + known + (isComplete ? "" : " and others") + "; name each member once");
        }
    }

    /** Returns why a bootstrap may have timed out of which this process does not know all leaders; null if it does. */
    public @Nullable String explainTimeout() {
        return known.difference(added).size() < leaders
                ? "not all leaders have called it, or leaders gave different numbers of leaders, of which this process gave "
                        + leaders
                : null;
    }

    // --- results -------------------------------------------------------------------------------------------------

    /** Returns the same without the members that departed. */
    public Participants among(Members left) {
        Members rest = order == null ? null : order.intersection(left);
        return new Participants(procs.intersection(left), leaders, added, left, isComplete, rest);
    }

    /** Returns the members by group rank; throws if libpmix returned others than the request allows. */
    public Members resolve(String what, String name, ProcId self, List<ProcId> returned) {
        Set<ProcId> members = new HashSet<>(returned);
        if (!members.contains(self) || !members.containsAll(known) || (isComplete && members.size() != known.size())) {
            throw GroupIds.collision(name, known, returned);
        }
        Members list = Members.of(returned);
        if (order == null) {
            return list;
        }
        // If all give the same list, libpmix returns it.
        if (isComplete ? !list.equals(order) : !Set.copyOf(order).equals(members)) {
            throw new PmixException.BadParameter(
                    what + " returned " + returned + ", and the order asked for is " + order
                            + ": the members do not agree on it",
                    new PmixStatus(StatusCodes.BAD_PARAM));
        }
        return order;
    }

    // --- lists of processes ------------------------------------------------------------------------------------------

    /** Returns the namespaces of named processes of whose jobs this process knows nothing yet. */
    static Set<String> unknownJobs(Handle handle, GroupRequest request) {
        Set<String> unknown = Set.of();
        // Otherwise the order names only members, which are looked at below.
        boolean knowsSome = request.leaders().isPresent() || request.isAdded();
        List<ProcId> order = knowsSome ? request.finalOrder().orElse(List.of()) : List.of();
        String nspace = handle.session.self().nspace();
        for (List<ProcId> given :
                List.of(request.members(), request.addedMembers().orElse(List.of()), order)) {
            List<ProcId> procs = handle.session.addresses().expand(given);
            for (int i = 0; i < procs.size(); i++) {
                ProcId proc = procs.get(i);
                if (!proc.nspace().equals(nspace)) {
                    nspace = proc.nspace();
                    if (jobSize(handle, GroupKind.PLAIN.operation("construct", request.id()), proc) == 0) {
                        unknown = unknown.isEmpty() ? new HashSet<>() : unknown;
                        unknown.add(nspace);
                    }
                }
            }
        }
        return unknown;
    }

    /** Returns each process once. Unknown namespaces are refused, because libpmix never answers for them. */
    public static Members expand(Handle handle, String what, List<ProcId> given) {
        return expand(handle, what, given, false);
    }

    /** Returns each process once. If unknown namespaces are accepted, the host is asked about them later. */
    public static Members expand(Handle handle, String what, List<ProcId> given, boolean unknown) {
        if (given.isEmpty()) {
            return Members.none();
        }
        List<ProcId> expanded = handle.session.addresses().expand(given);
        List<ProcId> procs = new ArrayList<>(given.size());
        String nspace = "";
        int size = 0;
        for (ProcId proc : expanded) {
            if (!proc.nspace().equals(nspace)) {
                nspace = proc.nspace();
                size = jobSize(handle, what, proc);
            }
            if (size == 0 && (proc.isWildcard() || !unknown)) {
                throw new IllegalArgumentException(
                        what + ": the host knows no namespace '" + nspace + "'; name processes of jobs that run");
            } else if (proc.isWildcard()) {
                for (int rank = 0; rank < size; rank++) {
                    procs.add(new ProcId(nspace, rank));
                }
            } else if (size > 0 && proc.rank() >= size) {
                throw new IllegalArgumentException(what + ": " + proc + " does not exist: its namespace has "
                        + Checks.count(size, "process") + "; give ranks from 0 to " + (size - 1));
            } else {
                procs.add(proc);
            }
        }
        return expanded instanceof Members members ? members : Members.of(procs);
    }

    private static int jobSize(Handle handle, String what, ProcId proc) {
        GroupImpl group = GroupImpl.Table.of(handle.session).find(proc.nspace());
        if (group != null) {
            throw new IllegalArgumentException(what + ": " + proc + " does not exist: group '" + group.id() + "' has "
                    + Checks.count(group.size(), "member") + "; give ranks from 0 to " + (group.size() - 1));
        }
        return KnownJobs.of(handle.session).size(handle.session, proc.nspace());
    }

    /** Returns false if a process does not exist. For a job that is unknown here, returns true. */
    public static boolean mayExist(Handle handle, ProcId proc) {
        int size = KnownJobs.of(handle.session).size(handle.session, proc.nspace());
        return size == 0 || proc.rank() < size;
    }
}
