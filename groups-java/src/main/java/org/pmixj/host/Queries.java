// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.pmixj.Key;
import org.pmixj.PmixException;
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
 * <p>Names and members of process sets and groups are queries too: {@code Keys.QUERY_PSET_NAMES} and {@code
 * QUERY_GROUP_NAMES}, whose names PRRTE joins with commas, and {@code QUERY_PSET_MEMBERSHIP} and {@code
 * QUERY_GROUP_MEMBERSHIP} with a qualifier {@code PSET_NAME} or {@code GROUP_ID}.
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
     * {@return the answer to a query of one key without qualifiers, the first if there are several}
     *
     * @param key the key
     * @param <T> the Java type of the answer
     * @throws PmixException also if the answer is of another type than the key
     */
    <T> T get(Key<T> key);

    /**
     * {@return a future of {@link #get}, completed with the answer}
     *
     * @param key the key
     * @param <T> the Java type of the answer
     */
    <T> CompletableFuture<T> getAsync(Key<T> key);

    /**
     * {@return the answers to a query of several keys or with qualifiers, and the keys without an answer}
     *
     * @param query the keys and their qualifiers. Without a namespace PRRTE uses that of its daemons
     */
    QueryResult query(Query query);

    /**
     * {@return a future of {@link #query}, completed with the answers, and the keys without an answer}
     *
     * @param query the keys and their qualifiers
     */
    CompletableFuture<QueryResult> queryAsync(Query query);

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
}
