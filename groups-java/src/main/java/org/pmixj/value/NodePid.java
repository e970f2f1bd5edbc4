// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import org.jspecify.annotations.Nullable;
import org.pmixj.PmixValue;
import org.pmixj.internal.base.Checks;

/**
 * Represents a process of the operating system on a node ({@code pmix_node_pid_t}, of libpmix 6).
 *
 * @param hostname the node, null if unknown
 * @param nodeId its number, 0 to 4,294,967,295
 * @param pid the process
 */
public record NodePid(@Nullable String hostname, long nodeId, int pid) implements PmixValue {
    /** Checks that the hostname contains no NUL and the node's number is in range. */
    public NodePid {
        Checks.optionalText("hostname", hostname);
        Checks.unsigned("nodeId", nodeId, 32);
    }
}
