// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import org.pmixj.DataType;
import org.pmixj.PmixValue;

/**
 * A node's hardware topology ({@code pmix_topology_t}). Its content stays in libpmix; it can be received, not sent.
 *
 * @param source who describes it, such as {@code hwloc}
 */
public record Topology(String source) implements PmixValue {
    @Override
    public DataType type() {
        return DataType.TOPO;
    }
}
