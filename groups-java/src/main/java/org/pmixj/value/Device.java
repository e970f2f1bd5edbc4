// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import org.jspecify.annotations.Nullable;
import org.pmixj.PmixValue;
import org.pmixj.internal.base.Checks;

/**
 * Represents a device of a node ({@code pmix_device_t}).
 *
 * @param uuid its identifier, null if unknown
 * @param osName its name in the operating system, null if unknown
 * @param deviceType the bits of its {@code pmix_device_type_t}
 */
public record Device(@Nullable String uuid, @Nullable String osName, long deviceType) implements PmixValue {
    /** Checks the components; throws {@link IllegalArgumentException} if a string contains NUL. */
    public Device {
        Checks.optionalText("uuid", uuid);
        Checks.optionalText("osName", osName);
    }
}
