// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.time.Duration;
import java.util.Optional;
import org.pmixj.Attributes;
import org.pmixj.internal.base.Checks;

/**
 * Requests or returns resources ({@code PMIx_Allocation_request}, PMIx Standard, Job Management). Immutable.
 *
 * {@snippet file="HostSnippets.java" region="allocation"}
 *
 * @param kind the kind of request
 * @param directives the resources, such as {@code Keys.ALLOC_NUM_NODES}, and a name to refer to the request later
 *     ({@code Keys.ALLOC_REQ_ID})
 * @param timeout how long to wait for the answer; empty for the default of the handle
 */
public record AllocationRequest(Kind kind, Attributes directives, Optional<Duration> timeout) {
    /** Lists the kinds of requests ({@code pmix_alloc_directive_t}). */
    public enum Kind {
        /** Requests a new allocation ({@code PMIX_ALLOC_NEW}). */
        NEW(1),
        /** Requests more time or resources for an allocation ({@code PMIX_ALLOC_EXTEND}). */
        EXTEND(2),
        /** Returns an allocation or a part of it ({@code PMIX_ALLOC_RELEASE}). */
        RELEASE(3),
        /** Requests resources that were lent ({@code PMIX_ALLOC_REAQUIRE}). */
        REACQUIRE(4),
        /** Cancels a request ({@code PMIX_ALLOC_REQ_CANCEL}). */
        CANCEL(5),
        /** Activates resources that are already allocated ({@code PMIX_ALLOC_ACTIVATE}, libpmix 7). */
        ACTIVATE(6);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        /** {@return the number in C, 1 to 6} */
        public int code() {
            return code;
        }
    }

    /** Checks the components; throws {@link IllegalArgumentException} if the timeout is not positive. */
    public AllocationRequest {
        Checks.notNull("kind", kind, "directives", directives);
        Checks.timeout(timeout);
    }

    /**
     * Creates a request with the default timeout.
     *
     * @param kind the kind of request
     * @param directives the resources
     */
    public AllocationRequest(Kind kind, Attributes directives) {
        this(kind, directives, Optional.empty());
    }

    /**
     * {@return a copy of this request with a timeout, which limits the wait in this process only}
     *
     * @param limit more than zero
     */
    public AllocationRequest withTimeout(Duration limit) {
        return new AllocationRequest(kind, directives, Optional.of(limit));
    }
}
