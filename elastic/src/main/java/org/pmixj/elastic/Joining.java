// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.directory.Lookup;
import org.pmixj.directory.LookupRequest;
import org.pmixj.elastic.ElasticGroup.State;
import org.pmixj.elastic.internal.HostView;

/** Makes a new process a member of the group for which it was spawned, see {@link Recruiting}. */
final class Joining extends Verb {
    /** How often a process that waits asks whether the one that has spawned it still runs. */
    private static final Duration SLICE = Duration.ofSeconds(1);

    private final Key<List<String>> key = Recruiting.announcement(pmix.self().nspace());
    private final ProcId parent = pmix.job()
            .parent()
            .orElseThrow(() -> new IllegalStateException(
                    "join: " + pmix.self() + " was not spawned; only what grow or replace has started can join"));

    Joining(Pmix pmix, Duration timeout) {
        super(pmix, "join", "", timeout);
    }

    ElasticGroup run() {
        Lookup announced = await();
        List<String> message = announced.get(key);
        Plan plan;
        try {
            plan = Plan.decode(message);
            if (!plan.members().contains(pmix.self())
                    || !announced.publisher(key).equals(parent)) {
                throw new IllegalArgumentException("not for this process, or not by its parent");
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            PmixException failure = new PmixException(
                    what + " failed: the value of " + key.name() + " by " + announced.publisher(key) + " is "
                            + message + ", and must be by " + parent + " and describe a group with this process; find"
                            + " the program that has published it",
                    Statuses.ERR_UNPACK_FAILURE);
            throw (PmixException) failure.initCause(e);
        }
        State joined = plan.construct(this);
        try {
            // The members that were there before take part if all of them have constructed the group, and leave it
            // otherwise.
            check(joined.consensus().decide(Recruiting.JOINED, left(), TEXTS, OK, this::verdict), null);
            return new ElasticGroup(pmix, joined);
        } catch (RuntimeException e) {
            joined.group().close();
            throw e;
        }
    }

    private List<String> verdict(Map<ProcId, List<String>> messages) {
        String job = pmix.self().nspace();
        boolean areAlone =
                messages.keySet().stream().allMatch(member -> member.nspace().equals(job));
        return areAlone ? lost(parent) : OK;
    }

    private Lookup await() {
        boolean sawEnd = false;
        while (true) {
            Duration left = left();
            try {
                return pmix.directory()
                        .lookup(LookupRequest.of(key)
                                .waitForAll()
                                .withTimeout(left.compareTo(SLICE) < 0 ? left : SLICE));
            } catch (PmixException.Timeout | PmixException.NotFound e) {
                boolean isOver = new HostView(pmix).hasEnded(parent);
                if (isOver && sawEnd) {
                    throw new PmixException.MemberLost(
                            what + " failed: " + parent + ", which has spawned this process, has ended",
                            Statuses.ERR_LOST_CONNECTION,
                            List.of(parent));
                } else if (left.compareTo(SLICE) <= 0) {
                    throw expired(parent + " has constructed no group with this process");
                }
                sawEnd = isOver;
            }
        }
    }
}
