// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.time.Duration;
import org.pmixj.Attributes;
import org.pmixj.PmixException;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.call.NativeCall;

/**
 * Constructs and destructs groups by the host, with one call of libpmix each. Where any defect of libpmix or PRRTE is here,
 * {@code group.repair.GroupRepairs} extends it.
 */
public class ByHost implements GroupMethod {
    @Override
    public NativeCall<?> construct(Construction construction, int departures, Duration timeout) {
        return ConstructCall.of(construction, departures, timeout);
    }

    @Override
    public boolean retryOrThrow(Collective<?> collective, PmixException failure, int departuresBefore) {
        // This is the failure itself if nobody departed, or if it names who did.
        PmixException lost = collective.membership.lostSince(departuresBefore, collective.what, failure);
        if (lost == failure || collective.isFinal()) {
            throw failure;
        } else if (!collective.isRepeated()) {
            throw lost;
        }
        return true;
    }

    @Override
    public Collective<Void> destruct(GroupImpl group, Duration timeout, Attributes directives) {
        return new Destruct(group, false, timeout, directives);
    }

    /** Ends a group by the host. libpmix frees the id when it answers. */
    public static class Destruct extends Collective.Ending {
        protected Destruct(GroupImpl group, boolean faultTolerant, Duration timeout, Attributes directives) {
            super(group, faultTolerant, timeout, directives);
        }

        @Override
        protected String name() {
            return DESTRUCT + group.id();
        }

        // Others withdraw what they have exchanged when all have destructed the group. And libpmix would name a member
        // that has left, of which it is being notified, and the others would not.
        @Override
        protected boolean mustWait() {
            return group.exchanges.areUnderWay() || membership.hasReportsUnderWay();
        }

        @Override
        protected void awaitTurn(long nanos) {
            long deadline = Deadline.in(nanos);
            group.exchanges.awaitEnd(deadline);
            membership.awaitReports(Deadline.until(deadline));
        }

        @Override
        protected NativeCall<?> newCall(Duration timeout) {
            return new DestructCall(group, what, timeout, directives);
        }
    }
}
