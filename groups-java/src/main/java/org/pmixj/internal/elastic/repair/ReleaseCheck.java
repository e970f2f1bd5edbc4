// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.elastic.repair;

import org.pmixj.ProcId;
import org.pmixj.elastic.AllocatedNode;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.elastic.Ledger;

/** Refuses to give back a node that PRRTE 5.0.0rc1 would release, although it must not. */
public final class ReleaseCheck {
    private ReleaseCheck() {}

    public static void check(String what, AllocatedNode node, AllocatedNode head, Ledger before, ProcId self) {
        if (node.equals(head) && Defect.HEAD_NODE_RELEASED.isHere()) {
            throw new IllegalArgumentException(
                    what + ": " + node.name() + " is the head node, with which the whole DVM ends; leave it out");
        }
        String id = before.reservationOf(node.name());
        if (Defect.FOREIGN_NODE_RELEASED.isHere()
                && (id == null || !Ledger.ownerOf(id).equals(self.nspace()))) {
            throw new IllegalArgumentException(what + ": node " + node.name() + " is "
                    + (id == null ? "in no reservation" : "in reservation " + id + " of another job")
                    + "; give back what this job has added");
        }
    }
}
