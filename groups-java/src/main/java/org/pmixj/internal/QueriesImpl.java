// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.query.Queries;
import org.pmixj.query.QueryResult;
import org.pmixj.value.ProcInfo;
import org.pmixj.value.Query;

/** Checks questions, and turns them into {@link HostQuery} operations. */
public final class QueriesImpl implements Queries {
    private final Context context;

    /** As the interface: a method that returns an implementation as one makes the verifier load it at once. */
    public static Queries of(Context context) {
        return new QueriesImpl(context);
    }

    private QueriesImpl(Context context) {
        this.context = context;
    }

    private <T> T run(Operation<T> operation) {
        return context.run(operation, context.defaultTimeout);
    }

    private <T> CompletableFuture<T> submit(Operation<T> operation) {
        return context.submit(operation, context.defaultTimeout);
    }

    // --- any question --------------------------------------------------------------------------------------------

    @Override
    public <T> T get(Key<T> key) {
        return get(key, Attributes.none(), context.defaultTimeout);
    }

    @Override
    public <T> T get(Key<T> key, Attributes qualifiers) {
        return get(key, qualifiers, context.defaultTimeout);
    }

    @Override
    public <T> T get(Key<T> key, Attributes qualifiers, Duration timeout) {
        return context.run(
                new HostQueries.Typed<>(context, key, Objects.requireNonNull(qualifiers, "qualifiers")), timeout);
    }

    @Override
    public <T> CompletableFuture<T> getAsync(Key<T> key) {
        return getAsync(key, Attributes.none(), context.defaultTimeout);
    }

    @Override
    public <T> CompletableFuture<T> getAsync(Key<T> key, Attributes qualifiers) {
        return getAsync(key, qualifiers, context.defaultTimeout);
    }

    @Override
    public <T> CompletableFuture<T> getAsync(Key<T> key, Attributes qualifiers, Duration timeout) {
        return context.submit(
                new HostQueries.Typed<>(context, key, Objects.requireNonNull(qualifiers, "qualifiers")), timeout);
    }

    @Override
    public QueryResult query(Query query) {
        return query(query, context.defaultTimeout);
    }

    @Override
    public QueryResult query(Query query, Duration timeout) {
        return context.run(new MultiQuery(context, query), timeout);
    }

    @Override
    public CompletableFuture<QueryResult> queryAsync(Query query) {
        return queryAsync(query, context.defaultTimeout);
    }

    @Override
    public CompletableFuture<QueryResult> queryAsync(Query query, Duration timeout) {
        return context.submit(new MultiQuery(context, query), timeout);
    }

    // --- questions that PRRTE answers ----------------------------------------------------------------------------

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
        return run(processes(PMIxConstants.PMIX_QUERY_PROC_TABLE(), nspace));
    }

    @Override
    public CompletableFuture<List<ProcInfo>> processTableAsync(String nspace) {
        return submit(processes(PMIxConstants.PMIX_QUERY_PROC_TABLE(), nspace));
    }

    @Override
    public List<ProcInfo> localProcessTable(String nspace) {
        return run(processes(PMIxConstants.PMIX_QUERY_LOCAL_PROC_TABLE(), nspace));
    }

    @Override
    public CompletableFuture<List<ProcInfo>> localProcessTableAsync(String nspace) {
        return submit(processes(PMIxConstants.PMIX_QUERY_LOCAL_PROC_TABLE(), nspace));
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
        return run(new HostQueries.Descriptions(context, PMIxConstants.PMIX_QUERY_AVAIL_SERVERS()));
    }

    @Override
    public CompletableFuture<List<Attributes>> serversAsync() {
        return submit(new HostQueries.Descriptions(context, PMIxConstants.PMIX_QUERY_AVAIL_SERVERS()));
    }

    private HostQueries.Names names(MemorySegment key) {
        return new HostQueries.Names(context, key);
    }

    private HostQueries.Processes processes(MemorySegment key, String nspace) {
        return new HostQueries.Processes(context, key, nspace);
    }

    private HostQueries.Members psetMembership(String pset) {
        PmixValue name = new PmixValue.Str(Checks.nspace("process set", pset));
        return new HostQueries.Members(
                context,
                PMIxConstants.PMIX_QUERY_PSET_MEMBERSHIP(),
                "process set " + pset,
                HostQuery.qualifier(PMIxConstants.PMIX_PSET_NAME(), name));
    }

    private HostQueries.Members groupMembership(String group) {
        PmixValue name = new PmixValue.Str(Checks.nspace("group id", group));
        return new HostQueries.Members(
                context,
                PMIxConstants.PMIX_QUERY_GROUP_MEMBERSHIP(),
                "group " + group,
                HostQuery.qualifier(PMIxConstants.PMIX_GROUP_ID(), name));
    }
}
