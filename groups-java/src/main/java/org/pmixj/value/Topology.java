// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import org.pmixj.PmixValue;
import org.pmixj.internal.base.Checks;

/**
 * Represents a node's hardware topology ({@code pmix_topology_t}). It can be received, not sent.
 *
 * @param source who describes it, such as {@code hwloc}
 */
public record Topology(String source) implements PmixValue {
    /** Checks the components; throws {@link IllegalArgumentException} if the source contains NUL. */
    public Topology {
        Checks.text("source", source);
    }
}
