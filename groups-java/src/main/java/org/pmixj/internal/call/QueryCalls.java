// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.value.ProcInfo;

/** Decodes the answers to queries by their form. */
public final class QueryCalls {
    private QueryCalls() {}

    /** Returns the answer in the type of its key. */
    public static final class Typed<T> extends QueryCall<T> {
        private final Key<T> type;

        public Typed(Handle handle, Key<T> type, Attributes qualifiers) {
            super(handle, type.name(), qualifiers);
            this.type = type;
        }

        @Override
        protected T answered(Attributes answer) {
            return answer.get(type).orElseThrow(() -> failure(StatusCodes.NOT_FOUND));
        }
    }

    /** Returns the processes of a namespace. */
    public static class Processes extends QueryCall<List<ProcInfo>> {
        private final String nspace;

        public Processes(Handle handle, MemorySegment key, String nspace) {
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
    }

    /** Asks for the processes of a job, those that have ended included. Returns none for a job that has ended. */
    public static List<ProcInfo> processesOf(Handle handle, String nspace, long nanos) {
        try {
            return Objects.requireNonNull(
                    new Processes(handle, PMIxConstants.PMIX_QUERY_PROC_TABLE(), nspace).run(nanos));
        } catch (PmixException.NotFound e) {
            return List.of();
        }
    }
}
