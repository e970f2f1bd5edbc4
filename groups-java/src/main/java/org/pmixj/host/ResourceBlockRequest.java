// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.pmixj.Attributes;
import org.pmixj.internal.base.Checks;
import org.pmixj.value.ResourceUnit;

/**
 * Defines or changes a named set of resources ({@code PMIx_Resource_block}, libpmix 6). Immutable. PRRTE lacks it.
 *
 * @param kind what to do with the block
 * @param block the name of the block
 * @param units the resources: devices of one type, and how many
 * @param directives further directives
 * @param timeout how long to wait for the answer; empty for the default of the handle
 */
public record ResourceBlockRequest(
        Kind kind, String block, List<ResourceUnit> units, Attributes directives, Optional<Duration> timeout) {
    /** Lists what can be done with a block ({@code pmix_resource_block_directive_t}). */
    public enum Kind {
        /** Creates the block ({@code PMIX_RESOURCE_BLOCK_DEFINE}). */
        DEFINE(1),
        /** Adds resources ({@code PMIX_RESOURCE_BLOCK_EXTEND}). */
        EXTEND(2),
        /** Removes resources ({@code PMIX_RESOURCE_BLOCK_REMOVE}). */
        REMOVE(3),
        /** Deletes the block ({@code PMIX_RESOURCE_BLOCK_DELETE}). */
        DELETE(4);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        /** {@return the number in C, 1 to 4} */
        public int code() {
            return code;
        }
    }

    /** Checks that the name has 1 to 255 bytes without NUL and the timeout is positive, and copies the list. */
    public ResourceBlockRequest {
        Objects.requireNonNull(kind, "kind");
        Checks.nspace("block", block);
        units = List.copyOf(units);
        Objects.requireNonNull(directives, "directives");
        Checks.timeout(timeout);
    }

    /**
     * Creates a request without further directives and with the default timeout.
     *
     * @param kind what to do with the block
     * @param block the name of the block
     * @param units the resources
     */
    public ResourceBlockRequest(Kind kind, String block, ResourceUnit... units) {
        this(kind, block, List.of(units), Attributes.none(), Optional.empty());
    }

    /**
     * {@return a copy of this request with a timeout, which limits the wait in this process only}
     *
     * @param limit more than zero
     */
    public ResourceBlockRequest withTimeout(Duration limit) {
        return new ResourceBlockRequest(kind, block, units, directives, Optional.of(limit));
    }
}
