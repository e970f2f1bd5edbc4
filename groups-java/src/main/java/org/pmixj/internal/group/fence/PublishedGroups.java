// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.fence;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.group.Collective;
import org.pmixj.internal.group.Construction;
import org.pmixj.internal.group.Participants;

/** Constructs groups by values that the members publish: where the host has no groups, but stores values. */
public final class PublishedGroups extends MemberGroups {
    /** The last attempt of each construct that is under way. */
    private final ConcurrentHashMap<Construction, PublishedConstruct> attempts = new ConcurrentHashMap<>();

    @Override
    public @Nullable Meeting meeting(Handle handle, String id, Participants participants, Duration timeout) {
        return participants.isComplete() ? null : new PublishedMeeting(handle, id, participants, timeout);
    }

    @Override
    public NativeCall<?> construct(Construction construction, int departures, Duration timeout) {
        Participants participants = construction.participants;
        if (departures > 0) {
            if (!construction.isRepeated()) {
                throw construction.asFinal(construction.membership.lostBefore(construction.what));
            }
            ProcId leader = construction.leader();
            if (leader != null) {
                attempts.remove(construction);
                return construction.byLeader(leader, timeout);
            }
            participants = participants.among(construction.membership.members());
        }
        PublishedConstruct attempt = new PublishedConstruct(this, construction, participants, departures);
        attempts.put(construction, attempt);
        return attempt.new Waiting(timeout);
    }

    @Override
    public boolean retryOrThrow(Collective<?> collective, PmixException failure, int departuresBefore) {
        if (!(collective instanceof Construction construction)) {
            return super.retryOrThrow(collective, failure, departuresBefore);
        }
        List<ProcId> departed = collective.membership.departed(departuresBefore);
        PublishedConstruct attempt = attempts.get(construction);
        if (attempt != null && !departed.isEmpty() && attempt.createOrWithdraw()) {
            return false;
        } else if (!collective.isStuck() && (departed.isEmpty() || collective.isFinal() || !collective.isRepeated())) {
            throw collective.isFinal()
                    ? failure
                    : collective.membership.lostSince(departuresBefore, collective.what, failure);
        }
        return true;
    }

    @Override
    public void failed(Construction construction) {
        PublishedConstruct attempt = attempts.remove(construction);
        if (attempt != null) {
            attempt.giveUp();
        }
    }

    /** Returns whether an attempt is under way, and no other one has followed. */
    boolean isLast(Construction construction, PublishedConstruct attempt) {
        return attempt.equals(attempts.get(construction));
    }

    /** Ends an attempt. Returns false if it has ended before. */
    boolean end(Construction construction, PublishedConstruct attempt) {
        return attempts.remove(construction, attempt);
    }
}
