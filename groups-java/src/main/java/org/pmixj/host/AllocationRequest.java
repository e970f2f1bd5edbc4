// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.codec.Directives;

/**
 * What resources to get or to give back ({@code PMIx_Allocation_request}, PMIx Standard, Job Management and Reporting). Immutable.
 *
 * <pre>{@code
 * AllocationRequest.of(AllocationRequest.Kind.NEW).directive(Info.of(Keys.ALLOC_NUM_NODES, 2L)).build()
 * }</pre>
 */
public final class AllocationRequest {
    /** What is asked for ({@code pmix_alloc_directive_t}). */
    public enum Kind {
        /** Resources of their own ({@code PMIX_ALLOC_NEW}). */
        NEW(1),
        /** More time or resources for an allocation ({@code PMIX_ALLOC_EXTEND}). */
        EXTEND(2),
        /** An allocation, or a part of it, goes back ({@code PMIX_ALLOC_RELEASE}). */
        RELEASE(3),
        /** Resources that were lent are wanted again ({@code PMIX_ALLOC_REAQUIRE}). */
        REACQUIRE(4),
        /** A request is taken back ({@code PMIX_ALLOC_REQ_CANCEL}). */
        CANCEL(5),
        /** Resources that are there already are to be used ({@code PMIX_ALLOC_ACTIVATE}, of libpmix 7). */
        ACTIVATE(6);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        /**
         * The number in C.
         *
         * @return 1 to 6
         */
        public int code() {
            return code;
        }
    }

    private final Kind kind;
    private final Attributes directives;
    private final @Nullable Duration timeout;

    private AllocationRequest(Builder builder) {
        this.kind = builder.kind;
        this.directives = builder.directives.build();
        this.timeout = builder.timeout;
    }

    /**
     * Begins a request.
     *
     * @param kind what is asked for
     * @return a builder
     */
    public static Builder of(Kind kind) {
        return new Builder(Objects.requireNonNull(kind, "kind"));
    }

    /**
     * What is asked for.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }

    /**
     * Which resources.
     *
     * @return the directives
     */
    public Attributes directives() {
        return directives;
    }

    /**
     * The bound.
     *
     * @return empty for the session's default
     */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    @Override
    public String toString() {
        return "AllocationRequest[" + kind + ", " + directives + "]";
    }

    /** Collects a request. Not for use by several threads at once. */
    public static final class Builder {
        private final Kind kind;
        private final Attributes.Builder directives = Attributes.builder();
        private @Nullable Duration timeout;

        private Builder(Kind kind) {
            this.kind = kind;
        }

        /**
         * A name for this request, to ask about it later ({@code PMIX_ALLOC_REQ_ID}).
         *
         * @param name the name
         * @return this
         * @throws IllegalArgumentException if the name is empty, too long or contains NUL
         */
        public Builder id(String name) {
            return directive(Directives.allocationRequestId(Checks.nspace("id", name)));
        }

        /**
         * Adds a directive, such as the number of nodes.
         *
         * @param info the directive
         * @return this
         */
        public Builder directive(Info info) {
            directives.add(info);
            return this;
        }

        /**
         * Bounds the request here.
         *
         * @param bound more than zero
         * @return this
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder timeout(Duration bound) {
            this.timeout = Checks.timeout(bound);
            return this;
        }

        /**
         * Ends the request.
         *
         * @return the request
         */
        public AllocationRequest build() {
            return new AllocationRequest(this);
        }
    }
}
