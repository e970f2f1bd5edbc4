// SPDX-License-Identifier: Apache-2.0
package org.pmixj.job;

import java.util.BitSet;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Checks;

/** Describes the distances to compute ({@code PMIx_Compute_distances}, PMIx Standard 11.4.4). Immutable. */
public final class DistanceRequest {
    private final Set<DeviceType> types;
    private final @Nullable String device;
    private final @Nullable BitSet from;

    private DistanceRequest(Builder builder) {
        this.types = Collections.unmodifiableSet(EnumSet.copyOf(builder.types));
        this.device = builder.device;
        this.from = builder.from;
    }

    /**
     * {@return a builder for a request for the distances of devices from what this process is bound to} Unless types
     * are set, libpmix selects them (seen with 7.0.0rc1: network devices and graphics processors, but no disks).
     */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return the types of the devices, an immutable set; empty for those libpmix selects} */
    public Set<DeviceType> types() {
        return types;
    }

    /** {@return the name of the one device; empty for all} */
    public Optional<String> device() {
        return Optional.ofNullable(device);
    }

    /** {@return a copy of the CPUs from which to measure; empty for those this process is bound to} */
    public Optional<BitSet> from() {
        return from == null ? Optional.empty() : Optional.of((BitSet) from.clone());
    }

    /** Builds a request. It must not be used by several threads at once. */
    public static final class Builder {
        private final EnumSet<DeviceType> types = EnumSet.noneOf(DeviceType.class);
        private @Nullable String device;
        private @Nullable BitSet from;

        private Builder() {}

        /**
         * Adds a type of devices ({@code PMIX_DEVICE_TYPE}).
         *
         * @param type the type
         * @return this
         */
        public Builder type(DeviceType type) {
            types.add(Objects.requireNonNull(type, "type"));
            return this;
        }

        /**
         * Selects one device ({@code PMIX_DEVICE_ID}).
         *
         * @param name its UUID or its name in the operating system, such as {@code eth0}
         * @return this
         */
        public Builder device(String name) {
            this.device = Checks.name("device", name);
            return this;
        }

        /**
         * Measures from other CPUs than those this process is bound to.
         *
         * @param cpus the CPUs, such as those {@link NodeTopology#cpus} reads from another process's cpuset
         * @return this
         * @throws IllegalArgumentException if there are none
         */
        public Builder from(BitSet cpus) {
            if (cpus.isEmpty()) {
                throw new IllegalArgumentException("distances: the set of CPUs to measure from is empty");
            }
            this.from = (BitSet) cpus.clone();
            return this;
        }

        /** {@return a request with these settings} */
        public DistanceRequest build() {
            return new DistanceRequest(this);
        }
    }
}
