// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.host;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.host.Queries;
import org.pmixj.host.QueryResult;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.AddressBook;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.QueryCall;
import org.pmixj.internal.job.OfGroup;
import org.pmixj.value.ProcInfo;
import org.pmixj.value.Query;

/** Checks queries, and turns each into a {@link QueryCall}. */
public record QueriesImpl(Handle handle) implements Queries {
    /** Returns the interface: for a method that returns an implementation the verifier would load it at once. */
    public static Queries of(Handle handle) {
        return new QueriesImpl(handle);
    }

    @Override
    public <T> T get(Key<T> key) {
        return new Typed<>(handle, key, Attributes.none()).run();
    }

    @Override
    public <T> CompletableFuture<T> getAsync(Key<T> key) {
        return new Typed<>(handle, key, Attributes.none()).submit();
    }

    @Override
    public QueryResult query(Query query) {
        return new MultiQuery(handle, query).run();
    }

    @Override
    public CompletableFuture<QueryResult> queryAsync(Query query) {
        return new MultiQuery(handle, query).submit();
    }

    @Override
    public List<String> namespaces() {
        return new QueryCall.Names(handle, PMIxConstants.PMIX_QUERY_NAMESPACES()).run();
    }

    @Override
    public CompletableFuture<List<String>> namespacesAsync() {
        return new QueryCall.Names(handle, PMIxConstants.PMIX_QUERY_NAMESPACES()).submit();
    }

    @Override
    public List<ProcInfo> processTable(String nspace) {
        return Objects.requireNonNull(
                table(PMIxConstants.PMIX_QUERY_PROC_TABLE(), nspace).run());
    }

    @Override
    public CompletableFuture<List<ProcInfo>> processTableAsync(String nspace) {
        return table(PMIxConstants.PMIX_QUERY_PROC_TABLE(), nspace).submit();
    }

    @Override
    public List<ProcInfo> localProcessTable(String nspace) {
        return Objects.requireNonNull(
                table(PMIxConstants.PMIX_QUERY_LOCAL_PROC_TABLE(), nspace).run());
    }

    @Override
    public CompletableFuture<List<ProcInfo>> localProcessTableAsync(String nspace) {
        return table(PMIxConstants.PMIX_QUERY_LOCAL_PROC_TABLE(), nspace).submit();
    }

    private AddressBook.Operation<List<ProcInfo>> table(MemorySegment key, String nspace) {
        return OfGroup.of(
                handle,
                "query of the processes",
                nspace,
                job -> new ProcessesCall(handle, key, Objects.requireNonNull(job, "namespace")),
                ProcInfo::proc);
    }

    /** Returns the answer in the type of its key. */
    private static final class Typed<T> extends QueryCall<T> {
        private final Key<T> type;

        Typed(Handle handle, Key<T> type, Attributes qualifiers) {
            super(handle, type.name(), qualifiers);
            this.type = type;
        }

        @Override
        protected T answered(Attributes answer) {
            return answer.get(type).orElseThrow(() -> failure(StatusCodes.NOT_FOUND));
        }
    }
}
