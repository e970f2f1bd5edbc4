// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.util.List;
import java.util.Set;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.value.Attribute;

/**
 * Reports what the running libpmix and the host can do. Obtained from {@link org.pmixj.Pmix#capabilities()}.
 *
 * {@snippet file="HostSnippets.java" region="capabilities"}
 *
 * <p>Nothing is asked before it is wanted, and once: what the library and the host declare does not change while the
 * process runs. The methods that ask wait at most the default timeout of the handle and throw
 * {@link PmixException.Timeout} then; they are not for libpmix's progress thread
 * ({@link IllegalStateException}). They tell what is declared. That is not always the truth: an operation that is not
 * supported all the same answers with {@link PmixException.NotSupported}.
 */
public interface Capabilities {
    /** Lists who provides a function. */
    enum Provider {
        /** The library in this process ({@code PMIX_CLIENT_FUNCTIONS}). */
        CLIENT,
        /** The library in the server of this process ({@code PMIX_SERVER_FUNCTIONS}). */
        SERVER,
        /** The host of the job, such as PRRTE ({@code PMIX_HOST_FUNCTIONS}). */
        HOST
    }

    /**
     * Returns the version of the running libpmix.
     *
     * @return in numbers; {@link org.pmixj.Pmix#libraryVersion} has the library's own words
     */
    LibraryVersion libraryVersion();

    /**
     * Returns whether the running libpmix has a function. It is looked for, not called.
     *
     * @param function the name in C, such as {@code PMIx_Group_construct_nb}
     * @return true if it is there
     * @throws IllegalArgumentException if the name is empty or contains NUL
     */
    boolean hasFunction(String function);

    /**
     * Returns whether there is a host to ask.
     *
     * @return false if this process was started without a launcher
     */
    boolean hasHost();

    /**
     * Returns the functions that someone says to support.
     *
     * @param provider who
     * @return the names in C, in the order of the answer; none for the host if there is no host
     */
    Set<String> functions(Provider provider);

    /**
     * Returns the attributes that someone says to support in a function ({@code PMIX_QUERY_ATTRIBUTE_SUPPORT}).
     *
     * @param provider who
     * @param function the name in C, such as {@code PMIx_Spawn}
     * @return the attributes, none if the function is not supported, or supported without any
     */
    List<Attribute> attributes(Provider provider, String function);

    /**
     * Returns whether someone says to support an attribute in a function.
     *
     * @param provider who
     * @param function the name in C, such as {@code PMIx_Spawn}
     * @param attribute the attribute
     * @return true if so
     */
    boolean supports(Provider provider, String function, Key<?> attribute);

    /**
     * Returns the attributes of a spawn that the host says to support ({@code PMIX_QUERY_SPAWN_SUPPORT}).
     *
     * @return the names of their keys, such as {@code pmix.mapby}; none if there is no host
     */
    Set<String> spawnAttributes();

    /**
     * Returns whether the host says that it can spawn.
     *
     * @return true if so
     */
    boolean canSpawn();
}
