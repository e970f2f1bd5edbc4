// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import org.jspecify.annotations.Nullable;
import org.pmixj.PmixValue;
import org.pmixj.internal.base.Checks;

/**
 * Represents a fabric endpoint of a process ({@code pmix_endpoint_t}).
 *
 * @param uuid the identifier of the device, null if unknown
 * @param osName its name in the operating system, null if unknown
 * @param address the address, opaque to PMIx
 */
public record Endpoint(@Nullable String uuid, @Nullable String osName, PmixValue.Bytes address) implements PmixValue {
    /** Checks that no string contains NUL and the address is a {@code BYTE_OBJECT}. */
    public Endpoint {
        Checks.optionalText("uuid", uuid);
        Checks.optionalText("osName", osName);
        Checks.byteObject("address", address);
    }
}
