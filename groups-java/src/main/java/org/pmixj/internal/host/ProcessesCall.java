// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.host;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import org.pmixj.Attributes;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.QueryCall;
import org.pmixj.value.ProcInfo;

/** Asks the host for the processes of a namespace. */
public class ProcessesCall extends QueryCall<List<ProcInfo>> {
    protected final String nspace;

    public ProcessesCall(Handle handle, MemorySegment key, String nspace) {
        PmixValue name = new PmixValue.Str(Checks.nspace("namespace", nspace));
        super(handle, key, List.of(qualifier(PMIxConstants.PMIX_NSPACE(), name)));
        this.nspace = nspace;
    }

    @Override
    protected List<ProcInfo> answered(Attributes answer) {
        PmixValue value = value(answer);
        if (!(value instanceof PmixValue.Array array)) {
            throw unexpected(value);
        }
        return array.elements().stream().map(this::process).toList();
    }

    private ProcInfo process(PmixValue value) {
        if (value instanceof ProcInfo info) {
            return info;
        }
        throw unexpected(value);
    }

    @Override
    protected PmixException failure(int status) {
        // PRRTE answers BAD_PARAM if the namespace does not exist.
        if (status == StatusCodes.BAD_PARAM || status == StatusCodes.NOT_FOUND) {
            return new PmixException.NotFound(
                    what + " failed: there is no namespace " + nspace, new PmixStatus(status));
        }
        return super.failure(status);
    }

    /** Asks for the processes of a job, those that have ended included. Returns none for a job that has ended. */
    public static List<ProcInfo> processesOf(Handle handle, String nspace, long nanos) {
        try {
            return Objects.requireNonNull(
                    new ProcessesCall(handle, PMIxConstants.PMIX_QUERY_PROC_TABLE(), nspace).run(nanos));
        } catch (PmixException.NotFound e) {
            return List.of();
        }
    }
}
