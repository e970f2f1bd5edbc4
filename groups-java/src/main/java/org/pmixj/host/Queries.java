// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.pmixj.Attributes;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.value.ProcInfo;
import org.pmixj.value.Query;

/**
 * Asks the library and the host of the job ({@code PMIx_Query_info_nb}, PMIx Standard, Query Operations). {@link
 * org.pmixj.Pmix#queries()} returns it.
 *
 * {@snippet file="HostSnippets.java" region="queries"}
 *
 * {@snippet file="HostSnippets.java" region="queries-async"}
 *
 * <p>libpmix receives a query of its own for each key, all at once. In a query of several keys, one key that the host
 * does not know would lose the answers to all others (seen with PRRTE 5.0.0rc1), and answers to one key with different
 * qualifiers could not be distinguished.
 *
 * <p>Every method can fail with these exceptions, which also complete the futures:
 *
 * <ul>
 *   <li>{@link PmixException.NotSupported} if the host does not implement the query, or there is no host because the
 *       process was started without a launcher;
 *   <li>{@link PmixException.NotFound} if the host has no answer, as for a namespace that does not exist;
 *   <li>{@link PmixException.Timeout} if there was no answer within the timeout. libpmix has no timeout for queries.
 * </ul>
 */
public interface Queries {
    /**
     * {@return the answer to a query of one key, the first if there are several}
     *
     * @param key the key
     * @param options the qualifiers and the timeout. Without a namespace PRRTE uses that of its daemons
     * @param <T> the Java type of the answer
     * @throws PmixException also if the answer is of another type than the key
     */
    <T> T get(Key<T> key, RequestOptions options);

    /**
     * {@return the result of {@link #get(Key, RequestOptions)} without qualifiers}
     *
     * @param key the key
     * @param <T> the Java type of the answer
     */
    default <T> T get(Key<T> key) {
        return get(key, RequestOptions.defaults());
    }

    /**
     * {@return a future of {@link #get(Key, RequestOptions)}, completed with the answer}
     *
     * @param key the key
     * @param options the qualifiers and the timeout
     * @param <T> the Java type of the answer
     */
    <T> CompletableFuture<T> getAsync(Key<T> key, RequestOptions options);

    /**
     * {@return the future of a {@link #get(Key)} that is started without waiting}
     *
     * @param key the key
     * @param <T> the Java type of the answer
     */
    default <T> CompletableFuture<T> getAsync(Key<T> key) {
        return getAsync(key, RequestOptions.defaults());
    }

    /**
     * {@return the answers to a query of several keys, and the keys without an answer}
     *
     * @param query the keys and their qualifiers
     * @param options further qualifiers, and the timeout for all keys together
     */
    QueryResult query(Query query, RequestOptions options);

    /**
     * {@return the result of {@link #query(Query, RequestOptions)} with the default timeout}
     *
     * @param query the keys and their qualifiers
     */
    default QueryResult query(Query query) {
        return query(query, RequestOptions.defaults());
    }

    /**
     * Starts {@link #query(Query, RequestOptions)} without waiting.
     *
     * @param query the keys and their qualifiers
     * @param options further qualifiers, and the timeout for all keys together
     * @return completed with the answers, and the keys without an answer
     */
    CompletableFuture<QueryResult> queryAsync(Query query, RequestOptions options);

    /**
     * {@return the future of a {@link #query(Query)} that is started without waiting}
     *
     * @param query the keys and their qualifiers
     */
    default CompletableFuture<QueryResult> queryAsync(Query query) {
        return queryAsync(query, RequestOptions.defaults());
    }

    /**
     * {@return the namespaces of the running jobs ({@code PMIX_QUERY_NAMESPACES}), at least this process's own; PRRTE
     * omits that of its daemons}
     */
    List<String> namespaces();

    /** {@return the future of a {@link #namespaces} that is started without waiting} */
    CompletableFuture<List<String>> namespacesAsync();

    /**
     * {@return node, program, pid and state of each process of a job ({@code PMIX_QUERY_PROC_TABLE})}
     *
     * @param nspace the namespace of the job; or the id of a group of this process, for its members in their order
     * @throws PmixException.NotFound if there is no such namespace
     */
    List<ProcInfo> processTable(String nspace);

    /**
     * {@return the future of a {@link #processTable} that is started without waiting}
     *
     * @param nspace the namespace of the job, or the id of a group of this process
     */
    CompletableFuture<List<ProcInfo>> processTableAsync(String nspace);

    /**
     * {@return the part of {@link #processTable} for processes on this node ({@code PMIX_QUERY_LOCAL_PROC_TABLE})}
     *
     * @param nspace the namespace of the job, or the id of a group of this process
     * @throws PmixException.NotFound if there is no such namespace, or it has no process on this node
     */
    List<ProcInfo> localProcessTable(String nspace);

    /**
     * {@return the future of a {@link #localProcessTable} that is started without waiting}
     *
     * @param nspace the namespace of the job, or the id of a group of this process
     */
    CompletableFuture<List<ProcInfo>> localProcessTableAsync(String nspace);

    /** {@return the names of the process sets ({@code PMIX_QUERY_PSET_NAMES}), none if there are no process sets} */
    List<String> psetNames();

    /** {@return the future of a {@link #psetNames} that is started without waiting} */
    CompletableFuture<List<String>> psetNamesAsync();

    /**
     * {@return the members of a process set ({@code PMIX_QUERY_PSET_MEMBERSHIP})}
     *
     * @param pset the name of the process set
     * @throws PmixException.NotFound if there is no such process set
     */
    List<ProcId> psetMembers(String pset);

    /**
     * {@return the future of a {@link #psetMembers} that is started without waiting}
     *
     * @param pset the name of the process set
     */
    CompletableFuture<List<ProcId>> psetMembersAsync(String pset);

    /**
     * {@return the names of the process groups ({@code PMIX_QUERY_GROUP_NAMES}), none if there are no groups} PRRTE
     * knows the groups constructed by the collective method. It joins their names with commas, so a group whose name
     * has a comma appears as several. {@link org.pmixj.Keys#QUERY_NUM_GROUPS} asks for their number.
     */
    List<String> groupNames();

    /** {@return the future of a {@link #groupNames} that is started without waiting} */
    CompletableFuture<List<String>> groupNamesAsync();

    /**
     * {@return the members of one of the {@link #groupNames} ({@code PMIX_QUERY_GROUP_MEMBERSHIP})}
     *
     * @param group the identifier of the group
     * @throws PmixException.NotFound if the host knows no such group
     */
    List<ProcId> groupMembers(String group);

    /**
     * {@return the future of a {@link #groupMembers} that is started without waiting}
     *
     * @param group the identifier of the group
     */
    CompletableFuture<List<ProcId>> groupMembersAsync(String group);

    /**
     * {@return namespace, version and more of each PMIx server on this node for tools to connect to ({@code
     * PMIX_QUERY_AVAIL_SERVERS})}
     */
    List<Attributes> servers();

    /** {@return the future of a {@link #servers} that is started without waiting} */
    CompletableFuture<List<Attributes>> serversAsync();
}
