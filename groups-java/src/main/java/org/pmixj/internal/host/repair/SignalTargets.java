// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.host.repair;

import java.util.List;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.StatusCodes;

/** Refuses a signal for other targets than one namespace: PRRTE 5.0.0rc1 sends it to all of the first one's. */
public final class SignalTargets {
    private SignalTargets() {}

    public static void check(List<ProcId> targets) {
        if ((targets.size() != 1 || !targets.getFirst().isWildcard()) && Defect.SIGNAL_REACHES_ALL.isHere()) {
            throw StatusCodes.notSupported(
                    "job control: PRRTE sends a signal to all processes of the first target's namespace, and the targets are "
                            + targets + "; name ProcId.all of one namespace");
        }
    }
}
