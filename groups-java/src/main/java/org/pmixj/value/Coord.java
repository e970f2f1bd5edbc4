// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import java.util.List;
import java.util.Objects;
import org.pmixj.PmixValue;
import org.pmixj.internal.base.Checks;

/**
 * Represents the coordinates of a point in a fabric ({@code pmix_coord_t}, PMIx Standard 3.2.25).
 *
 * @param view the view the coordinates are given in
 * @param coordinates one per dimension, each 0 to 4,294,967,295
 */
public record Coord(View view, List<Long> coordinates) implements PmixValue {
    /** Checks that each coordinate is in range, and copies the list. */
    public Coord {
        Objects.requireNonNull(view, "view");
        coordinates = List.copyOf(coordinates);
        for (Long coordinate : coordinates) {
            Checks.unsigned("coordinate", coordinate, 32);
        }
    }

    /** Lists what coordinates refer to ({@code pmix_coord_view_t}). */
    public enum View {
        /** Unknown ({@code PMIX_COORD_VIEW_UNDEF}). */
        UNDEFINED,
        /** Coordinates of the logical fabric ({@code PMIX_COORD_LOGICAL_VIEW}). */
        LOGICAL,
        /** Coordinates of the wiring ({@code PMIX_COORD_PHYSICAL_VIEW}). */
        PHYSICAL
    }
}
