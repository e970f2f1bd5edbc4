// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixValue;
import org.pmixj.internal.base.Checks;

/**
 * Represents the coordinates of a device in one or more fabrics ({@code pmix_geometry_t}, PMIx Standard 3.2.27).
 *
 * @param fabric the index of the fabric, unsigned
 * @param uuid the identifier of the device, null if unknown
 * @param osName its name in the operating system, null if unknown
 * @param coordinates one per view
 */
public record Geometry(
        long fabric, @Nullable String uuid, @Nullable String osName, List<Coord> coordinates) implements PmixValue {
    /** Checks the components and copies lists; throws {@link IllegalArgumentException} if a string contains NUL. */
    public Geometry {
        Checks.optionalText("uuid", uuid);
        Checks.optionalText("osName", osName);
        coordinates = List.copyOf(coordinates);
    }
}
