// SPDX-License-Identifier: Apache-2.0
package org.pmixj.job;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Lists the kinds of devices ({@code pmix_device_type_t}, PMIx Standard 11.4.4). */
public enum DeviceType {
    /** A block device, such as a disk. */
    BLOCK(0x001),
    /** A graphics processor. */
    GPU(0x002),
    /** A network interface. */
    NETWORK(0x004),
    /** An OpenFabrics interface, such as InfiniBand. */
    OPENFABRICS(0x008),
    /** A DMA engine. */
    DMA(0x010),
    /** A coprocessor. */
    COPROCESSOR(0x020),
    /** Memory. */
    MEMORY(0x040),
    /** A core. */
    CORE(0x080),
    /** A hardware thread. */
    HARDWARE_THREAD(0x100),
    /** A CPU. */
    CPU(0x200),
    /** A node. */
    NODE(0x400);

    private final long bit;

    DeviceType(long bit) {
        this.bit = bit;
    }

    /**
     * {@return the types in bits such as {@link org.pmixj.value.DeviceDistance#deviceType()}; immutable}
     *
     * @param bits the bits of a {@code pmix_device_type_t}; unknown ones are left out
     */
    public static Set<DeviceType> of(long bits) {
        EnumSet<DeviceType> types = EnumSet.noneOf(DeviceType.class);
        for (DeviceType type : values()) {
            if ((bits & type.bit) != 0) {
                types.add(type);
            }
        }
        return Collections.unmodifiableSet(types);
    }

    /**
     * {@return the bits of device types, as a {@code pmix_device_type_t}}
     *
     * @param types the types
     */
    public static long bits(Set<DeviceType> types) {
        long bits = 0;
        for (DeviceType type : types) {
            bits |= type.bit;
        }
        return bits;
    }
}
