// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.host;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.host.Queries;
import org.pmixj.host.QueryResult;
import org.pmixj.host.RequestOptions;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.QueryCall;
import org.pmixj.internal.call.QueryCalls;
import org.pmixj.internal.job.OfGroup;
import org.pmixj.value.ProcInfo;
import org.pmixj.value.Query;

/** Checks queries, and turns each into a {@link QueryCall}. */
public final class QueriesImpl implements Queries {
    private final Handle handle;

    /** Returns the interface: for a method that returns an implementation the verifier would load it at once. */
    public static Queries of(Handle handle) {
        return new QueriesImpl(handle);
    }

    private QueriesImpl(Handle handle) {
        this.handle = handle;
    }

    private <T> T run(NativeCall<T> operation) {
        return operation.run(handle.defaultTimeout);
    }

    private <T> CompletableFuture<T> submit(NativeCall<T> operation) {
        return operation.submit(handle.defaultTimeout);
    }

    private Duration timeout(RequestOptions options) {
        return options.timeout().orElse(handle.defaultTimeout);
    }

    @Override
    public <T> T get(Key<T> key, RequestOptions options) {
        return new QueryCalls.Typed<>(handle, key, options.attributes()).run(timeout(options));
    }

    @Override
    public <T> CompletableFuture<T> getAsync(Key<T> key, RequestOptions options) {
        return new QueryCalls.Typed<>(handle, key, options.attributes()).submit(timeout(options));
    }

    @Override
    public QueryResult query(Query query, RequestOptions options) {
        return new MultiQuery(handle, query.qualifiers(options.attributes())).run(timeout(options));
    }

    @Override
    public CompletableFuture<QueryResult> queryAsync(Query query, RequestOptions options) {
        return new MultiQuery(handle, query.qualifiers(options.attributes())).submit(timeout(options));
    }

    @Override
    public List<String> namespaces() {
        return run(names(PMIxConstants.PMIX_QUERY_NAMESPACES()));
    }

    @Override
    public CompletableFuture<List<String>> namespacesAsync() {
        return submit(names(PMIxConstants.PMIX_QUERY_NAMESPACES()));
    }

    @Override
    public List<ProcInfo> processTable(String nspace) {
        return table(PMIxConstants.PMIX_QUERY_PROC_TABLE(), nspace);
    }

    @Override
    public CompletableFuture<List<ProcInfo>> processTableAsync(String nspace) {
        return tableAsync(PMIxConstants.PMIX_QUERY_PROC_TABLE(), nspace);
    }

    @Override
    public List<ProcInfo> localProcessTable(String nspace) {
        return table(PMIxConstants.PMIX_QUERY_LOCAL_PROC_TABLE(), nspace);
    }

    @Override
    public CompletableFuture<List<ProcInfo>> localProcessTableAsync(String nspace) {
        return tableAsync(PMIxConstants.PMIX_QUERY_LOCAL_PROC_TABLE(), nspace);
    }

    @Override
    public List<String> psetNames() {
        return run(names(PMIxConstants.PMIX_QUERY_PSET_NAMES()));
    }

    @Override
    public CompletableFuture<List<String>> psetNamesAsync() {
        return submit(names(PMIxConstants.PMIX_QUERY_PSET_NAMES()));
    }

    @Override
    public List<ProcId> psetMembers(String pset) {
        return run(psetMembership(pset));
    }

    @Override
    public CompletableFuture<List<ProcId>> psetMembersAsync(String pset) {
        return submit(psetMembership(pset));
    }

    @Override
    public List<String> groupNames() {
        return run(names(PMIxConstants.PMIX_QUERY_GROUP_NAMES()));
    }

    @Override
    public CompletableFuture<List<String>> groupNamesAsync() {
        return submit(names(PMIxConstants.PMIX_QUERY_GROUP_NAMES()));
    }

    @Override
    public List<ProcId> groupMembers(String group) {
        return run(groupMembership(group));
    }

    @Override
    public CompletableFuture<List<ProcId>> groupMembersAsync(String group) {
        return submit(groupMembership(group));
    }

    @Override
    public List<Attributes> servers() {
        return run(new QueryCalls.Descriptions(handle, PMIxConstants.PMIX_QUERY_AVAIL_SERVERS()));
    }

    @Override
    public CompletableFuture<List<Attributes>> serversAsync() {
        return submit(new QueryCalls.Descriptions(handle, PMIxConstants.PMIX_QUERY_AVAIL_SERVERS()));
    }

    private QueryCall.Names names(MemorySegment key) {
        return new QueryCall.Names(handle, key);
    }

    private List<ProcInfo> table(MemorySegment key, String nspace) {
        OfGroup<ProcInfo> group = ofGroup(key, nspace);
        return group == null ? run(new QueryCalls.Processes(handle, key, nspace)) : group.run();
    }

    private CompletableFuture<List<ProcInfo>> tableAsync(MemorySegment key, String nspace) {
        OfGroup<ProcInfo> group = ofGroup(key, nspace);
        return group == null ? submit(new QueryCalls.Processes(handle, key, nspace)) : group.submit();
    }

    private @Nullable OfGroup<ProcInfo> ofGroup(MemorySegment key, String id) {
        handle.checkOpen();
        return OfGroup.of(
                handle,
                "query of the processes",
                id,
                (nspace, nanos) -> Objects.requireNonNull(new QueryCalls.Processes(handle, key, nspace).run(nanos)),
                ProcInfo::proc);
    }

    private QueryCalls.Members psetMembership(String pset) {
        Info name = QueryCall.qualifier(
                PMIxConstants.PMIX_PSET_NAME(), new PmixValue.Str(Checks.nspace("process set", pset)));
        return new QueryCalls.Members(handle, PMIxConstants.PMIX_QUERY_PSET_MEMBERSHIP(), "process set " + pset, name);
    }

    private QueryCalls.Members groupMembership(String group) {
        Info id =
                QueryCall.qualifier(PMIxConstants.PMIX_GROUP_ID(), new PmixValue.Str(Checks.nspace("group id", group)));
        return new QueryCalls.Members(handle, PMIxConstants.PMIX_QUERY_GROUP_MEMBERSHIP(), "group " + group, id);
    }
}
