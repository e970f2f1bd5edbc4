// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.job.repair;

import org.pmixj.internal.base.Defect;
import org.pmixj.job.ProcessInfo;

/** Checks that a reported leader belongs to its application. PRRTE 5.0.0rc1 reports 0, the rank in the application. */
public final class LeaderCheck {
    private LeaderCheck() {}

    /** Returns whether the process with the reported rank in the job can be the leader of an application. */
    public static boolean passes(ProcessInfo leader, int application) {
        return !Defect.LEADER_RANK_OF_APPLICATION.isHere() || leader.appNumber().orElse(-1) == application;
    }
}
