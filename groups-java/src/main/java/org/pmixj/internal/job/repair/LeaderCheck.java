// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.job.repair;

import org.pmixj.internal.base.Defect;

/** Checks that a reported leader belongs to its application. PRRTE 5.0.0rc1 reports 0, the rank in the application. */
public final class LeaderCheck {
    private LeaderCheck() {}

    /** Returns whether a process of an application, which the host reports as the leader of one, can be that. */
    public static boolean passes(int applicationOfLeader, int application) {
        return !Defect.LEADER_RANK_OF_APPLICATION.isHere() || applicationOfLeader == application;
    }
}
