// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.elastic.repair;

import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.elastic.Ledger;

/** Refuses a change after one that has failed: PRRTE 5.0.0rc1 would accept it, and never start a job again. */
public final class FailedChange {
    private FailedChange() {}

    private static boolean isNeeded() {
        return Defect.FAILED_GROWTH_BLOCKS_NEXT.isHere()
                || Defect.FAILED_GROWTH_LEAVES_DAEMON.isHere()
                || Defect.SILENT_DAEMON_AWAITED.isHere();
    }

    public static void refuse(String what, Ledger before) {
        if (!before.failure().isEmpty() && isNeeded()) {
            throw new PmixException(
                    what + " failed: this DVM cannot change its size any more, because PRRTE 5.0.0rc1 hangs at the next"
                            + " change after a failure; start a new DVM. The failure: " + before.failure(),
                    new PmixStatus(PMIxConstants.PMIX_ERR_DVM_MOD()));
        }
    }
}
