// SPDX-License-Identifier: Apache-2.0
package org.pmixj.directory;

import java.util.concurrent.CompletableFuture;
import org.pmixj.Key;
import org.pmixj.Persistence;
import org.pmixj.PmixException;
import org.pmixj.Range;

/**
 * Publishes values that other processes, also of other jobs, look up by their key, without knowing who has them
 * (publish and lookup of the PMIx Standard). Obtained from {@link org.pmixj.Pmix#directory()}.
 *
 * {@snippet file="HostSnippets.java" region="publish"}
 *
 * {@snippet file="HostSnippets.java" region="lookup"}
 *
 * <p><b>Notes.</b>
 *
 * <ul>
 *   <li>A key can be published once in a {@link Range}; the same key in another range is another entry. PRRTE (seen
 *       with 5.0.0rc1) does not distinguish them in a lookup or unpublish: use a key in one range only.
 *   <li>The values are kept by the host, which may have little room: PRRTE (seen with 5.0.0rc1) keeps 16 MiB for a user
 *       unless set otherwise ({@code prte_data_server_max_size}). When that is full it drops the least recently used,
 *       and reports it to nobody. The directory is for addresses and names, not for data.
 *   <li>PRRTE does not check who unpublishes a key: every process that can see it can remove it.
 *   <li>Cancelling a future detaches it from an operation that goes on: the value is published or unpublished all the
 *       same, and a lookup may use up a value of {@link Persistence#FIRST_READ}.
 *   <li>A {@linkplain org.pmixj.Pmix#isSingleton singleton} has no directory: every operation is {@link
 *       PmixException.NotSupported}.
 * </ul>
 */
public interface Directory {
    /**
     * Publishes a value in the session range, until this application ends ({@code PMIx_Publish}).
     *
     * @param key its name and type
     * @param value the value
     * @param <T> the Java type of the value
     * @throws IllegalArgumentException if the key is reserved, or the value is out of the type's range or too large
     * @throws PmixException.Exists if the key is published in this range
     */
    <T> void publish(Key<T> key, T value);

    /**
     * Publishes one or more values ({@code PMIx_Publish}): all, or none if one of the keys is published in this range.
     *
     * @param request the values, their range and how long they stay
     * @throws PmixException.Exists if one of the keys is published in this range
     */
    void publish(PublishRequest request);

    /**
     * {@return a future of {@link #publish(PublishRequest)}, completed when the values can be looked up}
     *
     * @param request the values, their range and how long they stay
     */
    CompletableFuture<Void> publishAsync(PublishRequest request);

    /**
     * Looks up a value that is published in the session range now ({@code PMIx_Lookup}).
     *
     * @param key its name and type
     * @param <T> the Java type of the value
     * @return the value
     * @throws PmixException.NotFound if it is not published, or not for this process
     * @throws PmixException if it may not be read by this user, or is of another type than the key
     */
    <T> T lookup(Key<T> key);

    /**
     * Looks up one or more values ({@code PMIx_Lookup}).
     *
     * @param request the keys, and how long to wait for them
     * @return the values found; maybe a part, if the request does not wait for all
     * @throws PmixException.NotFound if none of them is published for this process
     * @throws PmixException.Timeout if what the request waits for was not published in time
     * @throws PmixException if they may not be read by this user
     */
    Lookup lookup(LookupRequest request);

    /**
     * {@return a future of {@link #lookup(LookupRequest)}, completed with the values found}
     *
     * @param request the keys, and how long to wait for them
     */
    CompletableFuture<Lookup> lookupAsync(LookupRequest request);

    /**
     * Unpublishes keys that this process has published in the session range ({@code PMIx_Unpublish}). A key that is not
     * published is not an error. Later lookups do not find the keys.
     *
     * @param keys one or more
     */
    void unpublish(Key<?>... keys);

    /**
     * Unpublishes keys ({@code PMIx_Unpublish}).
     *
     * @param request the keys and their range
     */
    void unpublish(UnpublishRequest request);

    /**
     * {@return a future of {@link #unpublish(UnpublishRequest)}, completed when they can no longer be looked up}
     *
     * @param request the keys and their range
     */
    CompletableFuture<Void> unpublishAsync(UnpublishRequest request);
}
