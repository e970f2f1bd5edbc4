// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.util.List;
import java.util.Set;
import org.pmixj.PmixException;
import org.pmixj.value.Attribute;

/**
 * Reports what the running libpmix and the host can do. {@link org.pmixj.Pmix#capabilities()} returns it.
 *
 * {@snippet file="HostSnippets.java" region="capabilities"}
 *
 * <p>Each question is asked when its answer is first needed, and only once, because the answers do not change while the
 * process runs. A method that asks waits at most the default timeout of the handle, and then throws {@link
 * PmixException.Timeout}. The answers are what libpmix and the host declare. An operation may be declared and still
 * throw {@link PmixException.NotSupported}.
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

    /** {@return the version of the running libpmix in numbers; see {@link org.pmixj.Pmix#libraryVersion}} */
    LibraryVersion libraryVersion();

    /**
     * {@return whether the running libpmix has a function, which is not called}
     *
     * @param function the name in C, such as {@code PMIx_Group_construct_nb}
     */
    boolean hasFunction(String function);

    /** Lists who constructs groups. */
    enum GroupMethod {
        /** The host, which is PRRTE with OpenPMIx 7.0 or newer. Every operation on groups and connections works. */
        HOST,
        /**
         * The members, by values that they publish: PRRTE with an older OpenPMIx, where leaving a group of the host
         * ends the JVM. All works that members in Java do among themselves; libpmix and programs in C do not know such
         * groups.
         */
        PUBLISHED,
        /**
         * The members, by fences: under the PMIx servers of Slurm and Flux. Groups of members that know each other work, with their fences, exchanges and
         * splits. Throw {@link PmixException.NotSupported}: requests with leaders, added members, fault tolerance or
         * notifications of failed members; invitations; connections; and under Slurm and Flux {@link
         * org.pmixj.group.Group#leave()}.
         */
        FENCES
    }

    /** {@return who constructs the groups of this process} Nobody is asked. */
    GroupMethod groupMethod();

    /**
     * {@return the name of the host: PRRTE, Slurm, Flux, or unknown; empty if there is none} Slurm and Flux mean their
     * own PMIx servers: under {@code prterun} in an allocation of Slurm the host is PRRTE. Nobody is asked.
     */
    String hostName();

    /**
     * {@return the names in C of the functions that a provider declares to support, in the order of its answer; none
     * for the host if there is no host}
     *
     * @param provider the provider
     */
    Set<String> functions(Provider provider);

    /**
     * {@return the attributes that a provider declares to support in a function ({@code PMIX_QUERY_ATTRIBUTE_SUPPORT});
     * none if the function is not supported, or supported without attributes}
     *
     * @param provider the provider
     * @param function the name in C, such as {@code PMIx_Spawn}
     */
    List<Attribute> attributes(Provider provider, String function);

    /** {@return whether the host declares that it can spawn} */
    boolean canSpawn();
}
