// SPDX-License-Identifier: Apache-2.0
package org.pmixj.host;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.internal.base.Checks;
import org.pmixj.value.ResourceUnit;

/**
 * A named set of resources to define or change ({@code PMIx_Resource_block}, of libpmix 6). Immutable. PRRTE does not
 * support it.
 */
public final class ResourceBlockRequest {
    /** What to do with the block ({@code pmix_resource_block_directive_t}). */
    public enum Kind {
        /** Makes it ({@code PMIX_RESOURCE_BLOCK_DEFINE}). */
        DEFINE(1),
        /** Adds resources ({@code PMIX_RESOURCE_BLOCK_EXTEND}). */
        EXTEND(2),
        /** Takes resources out ({@code PMIX_RESOURCE_BLOCK_REMOVE}). */
        REMOVE(3),
        /** Deletes it ({@code PMIX_RESOURCE_BLOCK_DELETE}). */
        DELETE(4);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        /**
         * The number in C.
         *
         * @return 1 to 4
         */
        public int code() {
            return code;
        }
    }

    private final Kind kind;
    private final String block;
    private final List<ResourceUnit> units;
    private final Attributes directives;
    private final @Nullable Duration timeout;

    private ResourceBlockRequest(Builder builder) {
        this.kind = builder.kind;
        this.block = builder.block;
        this.units = List.copyOf(builder.units);
        this.directives = builder.directives.build();
        this.timeout = builder.timeout;
    }

    /**
     * Begins a request.
     *
     * @param kind what to do
     * @param block the name of the block
     * @return a builder
     * @throws IllegalArgumentException if the name is empty, too long or contains NUL
     */
    public static Builder of(Kind kind, String block) {
        return new Builder(Objects.requireNonNull(kind, "kind"), Checks.nspace("block", block));
    }

    /**
     * What to do.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }

    /**
     * The name of the block.
     *
     * @return not empty
     */
    public String block() {
        return block;
    }

    /**
     * The resources.
     *
     * @return an immutable list
     */
    public List<ResourceUnit> units() {
        return units;
    }

    /**
     * Further directives.
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
        return "ResourceBlockRequest[" + kind + " " + block + ", " + units + "]";
    }

    /** Collects a request. Not for use by several threads at once. */
    public static final class Builder {
        private final Kind kind;
        private final String block;
        private final List<ResourceUnit> units = new ArrayList<>();
        private final Attributes.Builder directives = Attributes.builder();
        private @Nullable Duration timeout;

        private Builder(Kind kind, String block) {
            this.kind = kind;
            this.block = block;
        }

        /**
         * Adds resources.
         *
         * @param unit devices of one type, and how many
         * @return this
         */
        public Builder unit(ResourceUnit unit) {
            units.add(Objects.requireNonNull(unit, "unit"));
            return this;
        }

        /**
         * Adds a directive.
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
        public ResourceBlockRequest build() {
            return new ResourceBlockRequest(this);
        }
    }
}
