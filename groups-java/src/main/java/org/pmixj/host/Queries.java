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
 * Asks the library and the host of the job ({@code PMIx_Query_info_nb}, PMIx Standard, Query Operations). Obtained from
 * {@link org.pmixj.Pmix#queries()}.
 *
 * {@snippet file="HostSnippets.java" region="queries"}
 *
 * <p>Asynchronous:
 *
 * {@snippet file="HostSnippets.java" region="queries-async"}
 *
 * <p>Every key is put to libpmix as a question of its own, all of them at once: asked together, one key that the host
 * does not know would cost the answers to all the others (seen with PRRTE 5.0.0rc1), and the answers to one key with
 * different qualifiers could not be distinguished.
 *
 * <p>What every method throws, and every future is completed with:
 *
 * <ul>
 *   <li>{@link PmixException.NotSupported} if the host does not know the question, or there is no host because the
 *       process was started without a launcher;
 *   <li>{@link PmixException.NotFound} if it does, but has no answer, as for a namespace that does not exist;
 *   <li>{@link PmixException.Timeout} if the answer was not there within the timeout: the one that is given, else the
 *       default of the handle. libpmix has no bound of its own for queries;
 *   <li>{@link IllegalStateException} at once if the handle is closed, and from the blocking forms if this is libpmix's
 *       progress thread.
 * </ul>
 */
public interface Queries {
    /**
     * Asks one question.
     *
     * @param key what is asked for
     * @param options the qualifiers and the timeout. PRRTE takes the namespace of its daemons where a question needs a
     *     namespace and none is given
     * @param <T> the Java type of the answer
     * @return the answer, the first if there are several
     * @throws PmixException also if the answer is of another type than the key
     */
    <T> T get(Key<T> key, RequestOptions options);

    /**
     * Asks one question without qualifiers.
     *
     * @param key what is asked for
     * @param <T> the Java type of the answer
     * @return the answer, the first if there are several
     * @throws PmixException also if the answer is of another type than the key
     */
    default <T> T get(Key<T> key) {
        return get(key, RequestOptions.defaults());
    }

    /**
     * Starts {@link #get(Key, RequestOptions)} without waiting.
     *
     * @param key what is asked for
     * @param options the qualifiers and the timeout
     * @param <T> the Java type of the answer
     * @return completed with the answer
     */
    <T> CompletableFuture<T> getAsync(Key<T> key, RequestOptions options);

    /**
     * Starts {@link #get(Key)} without waiting.
     *
     * @param key what is asked for
     * @param <T> the Java type of the answer
     * @return completed with the answer
     */
    default <T> CompletableFuture<T> getAsync(Key<T> key) {
        return getAsync(key, RequestOptions.defaults());
    }

    /**
     * Asks several questions. A question without an answer is no exception: the result lists it.
     *
     * @param query the keys and their qualifiers
     * @param options further qualifiers, and the timeout for all questions together
     * @return the answers, and the keys without one
     */
    QueryResult query(Query query, RequestOptions options);

    /**
     * Asks several questions within the default timeout.
     *
     * @param query the keys and their qualifiers
     * @return the answers, and the keys without one
     */
    default QueryResult query(Query query) {
        return query(query, RequestOptions.defaults());
    }

    /**
     * Starts {@link #query(Query, RequestOptions)} without waiting.
     *
     * @param query the keys and their qualifiers
     * @param options further qualifiers, and the timeout for all questions together
     * @return completed with the answers, and the keys without one
     */
    CompletableFuture<QueryResult> queryAsync(Query query, RequestOptions options);

    /**
     * Starts {@link #query(Query)} without waiting.
     *
     * @param query the keys and their qualifiers
     * @return completed with the answers, and the keys without one
     */
    default CompletableFuture<QueryResult> queryAsync(Query query) {
        return queryAsync(query, RequestOptions.defaults());
    }

    // --- questions that PRRTE answers ----------------------------------------------------------------------------

    /**
     * Returns the namespaces of the jobs that run ({@code PMIX_QUERY_NAMESPACES}).
     *
     * @return at least this process's own; PRRTE leaves out that of its daemons
     */
    List<String> namespaces();

    /**
     * Starts {@link #namespaces()} without waiting.
     *
     * @return completed with the namespaces
     */
    CompletableFuture<List<String>> namespacesAsync();

    /**
     * Returns the processes of a job ({@code PMIX_QUERY_PROC_TABLE}).
     *
     * @param nspace the namespace of the job
     * @return node, program, operating-system number and state of each
     * @throws IllegalArgumentException if the namespace is empty, too long or contains NUL
     * @throws PmixException.NotFound if there is no such namespace
     */
    List<ProcInfo> processTable(String nspace);

    /**
     * Starts {@link #processTable(String)} without waiting.
     *
     * @param nspace the namespace of the job
     * @return completed with the processes
     */
    CompletableFuture<List<ProcInfo>> processTableAsync(String nspace);

    /**
     * Returns the processes of a job that are on this node ({@code PMIX_QUERY_LOCAL_PROC_TABLE}).
     *
     * @param nspace the namespace of the job
     * @return node, program, operating-system number and state of each
     * @throws IllegalArgumentException if the namespace is empty, too long or contains NUL
     * @throws PmixException.NotFound if there is no such namespace, or it has no process here
     */
    List<ProcInfo> localProcessTable(String nspace);

    /**
     * Starts {@link #localProcessTable(String)} without waiting.
     *
     * @param nspace the namespace of the job
     * @return completed with the processes
     */
    CompletableFuture<List<ProcInfo>> localProcessTableAsync(String nspace);

    /**
     * Returns the names of the process sets ({@code PMIX_QUERY_PSET_NAMES}).
     *
     * @return the names, none if there are no process sets
     */
    List<String> psetNames();

    /**
     * Starts {@link #psetNames()} without waiting.
     *
     * @return completed with the names
     */
    CompletableFuture<List<String>> psetNamesAsync();

    /**
     * Returns the members of a process set ({@code PMIX_QUERY_PSET_MEMBERSHIP}).
     *
     * @param pset the name of the process set
     * @return the members
     * @throws IllegalArgumentException if the name is empty, too long or contains NUL
     * @throws PmixException.NotFound if there is no such process set
     */
    List<ProcId> psetMembers(String pset);

    /**
     * Starts {@link #psetMembers(String)} without waiting.
     *
     * @param pset the name of the process set
     * @return completed with the members
     */
    CompletableFuture<List<ProcId>> psetMembersAsync(String pset);

    /**
     * Returns the names of the process groups ({@code PMIX_QUERY_GROUP_NAMES}). PRRTE knows those that were constructed
     * by the collective method, and joins their names with commas: a group whose name has a comma is seen as several.
     *
     * @return the names, none if there are no groups
     */
    List<String> groupNames();

    /**
     * Starts {@link #groupNames()} without waiting.
     *
     * @return completed with the names
     */
    CompletableFuture<List<String>> groupNamesAsync();

    /**
     * Returns the members of a process group ({@code PMIX_QUERY_GROUP_MEMBERSHIP}), of those that {@link #groupNames}
     * tells.
     *
     * @param group the identifier of the group
     * @return the members
     * @throws IllegalArgumentException if the identifier is empty, too long or contains NUL
     * @throws PmixException.NotFound if the host knows no such group
     */
    List<ProcId> groupMembers(String group);

    /**
     * Starts {@link #groupMembers(String)} without waiting.
     *
     * @param group the identifier of the group
     * @return completed with the members
     */
    CompletableFuture<List<ProcId>> groupMembersAsync(String group);

    /**
     * Returns the PMIx servers on this node that a tool could connect to ({@code PMIX_QUERY_AVAIL_SERVERS}).
     *
     * @return what is known of each, such as its namespace and version
     */
    List<Attributes> servers();

    /**
     * Starts {@link #servers()} without waiting.
     *
     * @return completed with what is known of each
     */
    CompletableFuture<List<Attributes>> serversAsync();
}
