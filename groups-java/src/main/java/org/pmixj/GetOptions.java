// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.pmixj.internal.base.Checks;

/**
 * Describes where and how long to look for a value ({@code PMIx_Get}, PMIx Standard 7.1.4). Immutable. The
 * same options can be used for every process and key.
 *
 * {@snippet file="CoreSnippets.java" region="get-options"}
 *
 * @param reach where to look
 * @param refreshCache whether what is known here of the process is fetched again, see {@link #withRefreshCache}
 * @param timeout more than zero; empty for the default of the handle
 * @param qualifiers the scope and further qualifiers, in the order given, see {@link #withQualifiers}
 */
public record GetOptions(Reach reach, boolean refreshCache, Optional<Duration> timeout, Attributes qualifiers) {
    private static final GetOptions DEFAULTS = new GetOptions(Reach.WAIT, false, Optional.empty(), Attributes.none());

    /** Lists where to look for a value. */
    public enum Reach {
        /** In this process and on the server, which waits until the process has committed the value. */
        WAIT,
        /** In this process and on the server, which answers at once. */
        IMMEDIATE,
        /** In this process only. */
        OPTIONAL
    }

    /**
     * Checks the components; throws {@link IllegalArgumentException} if the timeout is not positive, a qualifier has a
     * component of its own or requests a pointer to memory of libpmix, or {@link Reach#OPTIONAL} is given with {@code
     * refreshCache}.
     */
    public GetOptions {
        Objects.requireNonNull(reach, "reach");
        Checks.timeout(timeout);
        qualifiers.forEach(GetOptions::check);
        if (refreshCache && reach == Reach.OPTIONAL) {
            throw new IllegalArgumentException("get: optional and refreshCache exclude each other; set one of them");
        }
    }

    private static void check(Info qualifier) {
        switch (qualifier.key()) {
            case "pmix.optional",
                    "pmix.immediate",
                    "pmix.get.refresh",
                    "pmix.timeout",
                    "pmix.get.static",
                    "pmix.get.pntrs" ->
                throw new IllegalArgumentException(
                        "get: " + qualifier.key() + " cannot be a qualifier in Java; see the methods of GetOptions");
            default -> {}
        }
    }

    /** {@return the options of a plain get: look here, then ask the server and wait for the default timeout} */
    public static GetOptions defaults() {
        return DEFAULTS;
    }

    /** {@return these options, but look only at what this process knows, without waiting ({@code PMIX_OPTIONAL})} */
    public GetOptions optional() {
        return new GetOptions(Reach.OPTIONAL, refreshCache, timeout, qualifiers);
    }

    /**
     * {@return these options without the wait for a missing value: what the server of this node does not have is {@link
     * PmixException.NotFound} at once ({@code PMIX_IMMEDIATE})} The server then does not ask other nodes, so of
     * processes there it has only what a fence has brought.
     */
    public GetOptions immediate() {
        return new GetOptions(Reach.IMMEDIATE, refreshCache, timeout, qualifiers);
    }

    /**
     * {@return these options, but fetch again what is known here of the process ({@code PMIX_GET_REFRESH_CACHE})}
     * Without it, a value that was read before is returned again, even if its process has put and committed another.
     */
    public GetOptions withRefreshCache() {
        return new GetOptions(reach, true, timeout, qualifiers);
    }

    /**
     * {@return these options with a timeout ({@code PMIX_TIMEOUT})}
     *
     * @param bound more than zero
     */
    public GetOptions withTimeout(Duration bound) {
        return new GetOptions(reach, refreshCache, Optional.of(bound), qualifiers);
    }

    /**
     * {@return these options with more qualifiers, such as {@code Keys.NODE_INFO} with {@code Keys.HOSTNAME}, or {@code
     * Keys.DATA_SCOPE}}
     *
     * @param more the qualifiers
     * @throws IllegalArgumentException if a key has a method of its own here or requests a pointer to memory of libpmix
     */
    public GetOptions withQualifiers(Attributes more) {
        return new GetOptions(reach, refreshCache, timeout, qualifiers.and(more));
    }
}
