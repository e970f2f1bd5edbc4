// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import java.time.Duration;
import org.pmixj.Attributes;
import org.pmixj.PmixException;
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
        return new Destruct(group, timeout, directives);
    }

    // libpmix frees the id when it answers.
    private static final class Destruct extends Collective.Ending {
        Destruct(GroupImpl group, Duration timeout, Attributes directives) {
            super(group, timeout, directives);
        }

        @Override
        protected String name() {
            return DESTRUCT + group.id();
        }

        @Override
        protected NativeCall<?> attempt(Duration timeout) {
            return new DestructCall(group, what, timeout, directives);
        }
    }
}
