// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.elastic.repair;

import java.util.List;
import java.util.Set;
import org.pmixj.elastic.AllocatedNode;
import org.pmixj.internal.base.Defect;

/** Leaves out nodes that PRRTE lists although they are not in the DVM. */
public final class ListedNodes {
    private ListedNodes() {}

    public static List<AllocatedNode> without(Set<String> out, List<AllocatedNode> listed) {
        if (!Defect.RELEASED_NODES_LISTED.isHere()) {
            return listed;
        }
        return listed.stream().filter(node -> !out.contains(node.name())).toList();
    }
}
