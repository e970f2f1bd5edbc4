// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.host;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.host.QueryResult;
import org.pmixj.internal.base.HostPowers;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.QueryCall;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.value.Query;

/** Queries several keys by one concurrent native query each. It completes when the last of them does. */
final class MultiQuery extends NativeCall<QueryResult> {
    private final Query query;
    // The answer for each key, or the PmixStatus of its failure.
    private final AtomicReferenceArray<Object> answers;
    private final AtomicInteger pending;

    MultiQuery(Handle handle, Query query) {
        super(handle, "query of " + query.keys());
        this.query = query;
        this.answers = new AtomicReferenceArray<>(query.keys().size());
        this.pending = new AtomicInteger(query.keys().size());
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        for (int i = 0; i < query.keys().size(); i++) {
            new Part(i).launch();
        }
        return StatusCodes.SUCCESS;
    }

    private final class Part extends QueryCall<Attributes> {
        private final int index;

        Part(int index) {
            super(MultiQuery.this.handle(), query.keys().get(index), query.qualifiers());
            this.index = index;
        }

        @Override
        protected Attributes answered(Attributes answer) {
            answers.set(index, answer);
            return answer;
        }

        // The query of all keys is recorded.
        @Override
        public String verb() {
            return "";
        }

        @Override
        protected PmixException failure(int status) {
            answers.set(index, new PmixStatus(status));
            return super.failure(status);
        }

        @Override
        protected void ended() {
            // The answer to the last part; a part may end before the others are started.
            if (pending.decrementAndGet() == 0 && InFlight.take(MultiQuery.this.token) != null) {
                MultiQuery.this.arrived(StatusCodes.SUCCESS, MemorySegment.NULL, 0);
            }
        }
    }

    @Override
    protected QueryResult decode(int status, MemorySegment none, long count) {
        List<Info> found = new ArrayList<>();
        Map<String, PmixStatus> missing = new LinkedHashMap<>();
        for (int i = 0; i < query.keys().size(); i++) {
            if (answers.get(i) instanceof Attributes answer) {
                found.addAll(answer.infos());
            } else {
                // Without a status, the answer could not be read.
                PmixStatus why = answers.get(i) instanceof PmixStatus known ? known : new PmixStatus(StatusCodes.ERROR);
                missing.put(query.keys().get(i), why);
            }
        }
        if (found.isEmpty()) {
            HostPowers.require(what);
        }
        return new QueryResult(Attributes.of(found), missing);
    }
}
