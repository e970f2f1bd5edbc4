// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.directory.LookupRequest;
import org.pmixj.elastic.ElasticGroup.State;
import org.pmixj.elastic.internal.HostView;
import org.pmixj.group.Group;

/** Makes a new process a member of the group for which it was spawned, see {@link Recruiting}. */
final class Joining {
    /** How often a process that waits asks whether the one that has spawned it still runs. */
    private static final Duration SLICE = Duration.ofSeconds(2);
    /** The number of elements in front of the places in the message. */
    private static final int HEADER = 4;

    private final Pmix pmix;
    private final ProcId parent;
    private final Verb verb;
    private final List<Key<?>> published = new ArrayList<>();

    Joining(Pmix pmix, Duration timeout) {
        this.pmix = pmix;
        this.verb = new Verb("join", "", timeout, published);
        this.parent = pmix.job()
                .parent()
                .orElseThrow(() -> new IllegalStateException(
                        "join: " + pmix.self() + " was not spawned; only what grow or replace has started can join"));
    }

    ElasticGroup run() {
        List<String> message = await();
        int changes;
        List<ProcId> places;
        List<ProcId> members;
        try {
            changes = Integer.parseInt(message.get(2));
            List<String> described = message.subList(HEADER, message.size());
            places = described.stream().map(Verb::place).toList();
            members = described.stream()
                    .filter(place -> !Verb.isVacant(place))
                    .map(Verb::place)
                    .toList();
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw unreadable(message, e);
        }
        if (!members.contains(pmix.self())) {
            throw unreadable(message, null);
        }
        String name = message.get(0);
        String secret = message.get(1);
        Group group;
        try {
            group = pmix.groups()
                    .construct(verb.request(State.idOf(name, changes), members, Boolean.parseBoolean(message.get(3))));
        } catch (IllegalArgumentException e) {
            // The host has forgotten the job of a member.
            throw lost("a member of group '" + name + "' has ended: " + e.getMessage(), List.of());
        }
        try {
            // The members that were there before decide.
            verb.check(
                    verb.decision(
                            pmix,
                            secret + "." + changes + Recruiting.MADE,
                            () -> hasMembers(group) ? null : Verb.lost(parent)),
                    null);
        } catch (RuntimeException e) {
            group.close();
            throw e;
        }
        return new ElasticGroup(pmix, new State(group, name, secret, places, changes), published);
    }

    /** Returns the failure for a value that another program has published, for every process can. */
    private PmixException unreadable(List<String> message, @Nullable RuntimeException cause) {
        PmixException failure = new PmixException(
                verb.what + " failed: the value of " + key().name() + " is " + message
                        + ", which does not describe a group with this process; find the program that has published it",
                Statuses.ERR_UNPACK_FAILURE);
        if (cause != null) {
            failure.initCause(cause);
        }
        return failure;
    }

    private Key<List<String>> key() {
        return Verb.key(Recruiting.JOIN + pmix.self().nspace());
    }

    private PmixException.MemberLost lost(String why, List<ProcId> who) {
        return new PmixException.MemberLost(verb.what + " failed: " + why, Statuses.ERR_LOST_CONNECTION, who);
    }

    private boolean hasMembers(Group group) {
        return group.members().stream()
                .anyMatch(member -> !member.nspace().equals(pmix.self().nspace()));
    }

    private List<String> await() {
        HostView host = new HostView(pmix);
        Key<List<String>> key = key();
        while (true) {
            Duration left = verb.left();
            try {
                return pmix.directory()
                        .lookup(LookupRequest.builder()
                                .keys(key)
                                .waitForAll()
                                .timeout(left.compareTo(SLICE) < 0 ? left : SLICE)
                                .build())
                        .get(key);
            } catch (PmixException.Timeout | PmixException.NotFound e) {
                if (host.hasEnded(parent)) {
                    throw lost(parent + ", which has spawned this process, has ended", List.of(parent));
                } else if (left.compareTo(SLICE) <= 0) {
                    throw verb.expired(parent + " has constructed no group with this process");
                }
            }
        }
    }
}
