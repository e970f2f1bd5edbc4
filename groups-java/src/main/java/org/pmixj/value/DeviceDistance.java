// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import org.jspecify.annotations.Nullable;
import org.pmixj.PmixValue;
import org.pmixj.internal.base.Checks;

/**
 * Describes how far a device is from a process ({@code pmix_device_distance_t}, PMIx Standard 11.4.4).
 *
 * @param uuid the identifier of the device, null if unknown
 * @param osName its name in the operating system, null if unknown
 * @param deviceType the bits of its {@code pmix_device_type_t}
 * @param minimum the least distance, 0 to 65,535
 * @param maximum the greatest distance, 0 to 65,535
 */
public record DeviceDistance(
        @Nullable String uuid, @Nullable String osName, long deviceType, int minimum, int maximum)
        implements PmixValue {
    /** Checks that no string contains NUL and the distances are in range. */
    public DeviceDistance {
        Checks.optionalText("uuid", uuid);
        Checks.optionalText("osName", osName);
        Checks.unsigned("minimum", minimum, 16);
        Checks.unsigned("maximum", maximum, 16);
    }
}
