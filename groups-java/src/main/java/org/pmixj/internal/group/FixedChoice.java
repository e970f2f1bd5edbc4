// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group;

import org.pmixj.group.LeaderFailurePolicy;

/** Choices that are made beforehand. */
public enum FixedChoice implements LeaderFailurePolicy {
    TAKE_OVER(Choice.TAKE_OVER),
    FOLLOW(Choice.FOLLOW),
    ABORT(Choice.ABORT);

    private final Choice choice;

    FixedChoice(Choice choice) {
        this.choice = choice;
    }

    @Override
    public Choice decide(Failure failure) {
        return choice;
    }
}
