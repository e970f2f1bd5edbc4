// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.collectives.Consensus;
import org.pmixj.elastic.ElasticGroup.State;
import org.pmixj.elastic.internal.HostView;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Members;

/**
 * Describes the group that old and new members construct.
 *
 * @param name the id of the first group
 * @param secret distinguishes its consensus from that of another group of that id
 * @param changes how many operations the elastic group has started, also those that failed; it names the next group and its
 *     decisions
 * @param hasContextId whether it has a context id
 * @param places the processes by rank, also those that have departed
 * @param members those that construct it
 */
record Plan(String name, String secret, int changes, boolean hasContextId, Members places, Members members) {
    /** Stands before a process that has departed. */
    private static final String VACANT = "-";

    /** Returns the plan after one more operation. */
    Plan next(Members nextPlaces, Members nextMembers) {
        return new Plan(name, secret, changes + 1, hasContextId, nextPlaces, nextMembers);
    }

    /** Returns the state of a group that was constructed. It asks the host what it can, and throws as that does. */
    State state(Pmix pmix, Group group) {
        String named = secret + "." + changes;
        return new State(group, Consensus.named(pmix, group, members, named, pmix.defaultTimeout()), this);
    }

    /** Constructs the group. A failure leaves none behind. */
    State construct(Verb verb) {
        GroupRequest.Builder request =
                GroupRequest.named(name + "~" + changes).members(members).timeout(verb.most());
        if (hasContextId) {
            request.assignContextId();
        }
        Group group;
        try {
            group = verb.pmix.groups().construct(request.build());
        } catch (IllegalArgumentException e) {
            // The host has forgotten the job of a member: all other arguments were checked before.
            HostView host = new HostView(verb.pmix);
            Map<String, Boolean> ended = new HashMap<>();
            List<ProcId> lost = members.stream()
                    .filter(member -> ended.computeIfAbsent(member.nspace(), host::isOver))
                    .toList();
            PmixException lack = new PmixException.MemberLost(
                    verb.what + " failed: a member has ended: " + e.getMessage(), Statuses.ERR_LOST_CONNECTION, lost);
            throw (PmixException) lack.initCause(e);
        }
        try {
            return state(verb.pmix, group);
        } catch (RuntimeException e) {
            group.close();
            throw e;
        }
    }

    // --- as a message to the new members -------------------------------------------------------------------------

    List<String> encode() {
        List<String> message =
                new ArrayList<>(List.of(name, secret, Integer.toString(changes), Boolean.toString(hasContextId)));
        places.forEach(place -> message.add((members.contains(place) ? "" : VACANT) + place));
        return message;
    }

    /** Reads a message; throws {@link IllegalArgumentException} or {@link IndexOutOfBoundsException} if it is another. */
    static Plan decode(List<String> message) {
        List<ProcId> places = new ArrayList<>();
        List<ProcId> members = new ArrayList<>();
        // The places are behind the four other components.
        for (String described : message.subList(4, message.size())) {
            boolean isVacant = described.startsWith(VACANT);
            ProcId place = Verb.place(isVacant ? described.substring(VACANT.length()) : described);
            places.add(place);
            if (!isVacant) {
                members.add(place);
            }
        }
        return new Plan(
                message.get(0),
                message.get(1),
                Integer.parseInt(message.get(2)),
                Boolean.parseBoolean(message.get(3)),
                Members.of(places),
                Members.of(members));
    }
}
