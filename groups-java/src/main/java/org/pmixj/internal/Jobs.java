// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;

/** Job-level information of a namespace. */
public final class Jobs {
    /** {@code PMIX_JOB_SIZE}. */
    static final String SIZE = PMIxConstants.PMIX_JOB_SIZE().getString(0);

    private Jobs() {}

    /** The number of processes of this process's own job. */
    public static int size(Context context, DataExchange data) {
        String nspace = context.session.self().nspace();
        PmixValue value = data.getLocal("job size", ProcId.all(nspace), SIZE);
        if (value instanceof PmixValue.UInt size) {
            return Math.toIntExact(size.longValueExact());
        } else if (context.session.singleton()) {
            return 1;
        }
        throw new PmixException("the launcher did not tell the job size", new PmixStatus(Status.NOT_FOUND));
    }
}
