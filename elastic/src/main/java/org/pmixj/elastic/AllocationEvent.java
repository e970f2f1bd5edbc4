// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic;

import java.util.List;
import java.util.Objects;
import org.pmixj.ProcId;

/** Describes a change of the DVM's size that a process which uses pmixj has requested. */
public sealed interface AllocationEvent {
    /** {@return the process that requested the change} */
    ProcId by();

    /**
     * {@return the names of the nodes, immutable}
     */
    List<String> nodes();

    /**
     * Reports that nodes were added. The processes of the requester's job receive it.
     *
     * @param by the process that requested the change
     * @param nodes the names of the nodes
     * @param reservation the name of their reservation
     */
    record Grown(ProcId by, List<String> nodes, String reservation) implements AllocationEvent {
        /** Checks the components. */
        public Grown {
            Objects.requireNonNull(by, "by");
            Objects.requireNonNull(reservation, "reservation");
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * Reports that nodes are about to be given back. The processes on these nodes receive it, of any job. PRRTE (seen
     * with 5.0.0rc1) takes them for ended at once, and kills them about two seconds later.
     *
     * @param by the process that requested the change
     * @param nodes the names of the nodes
     */
    record Releasing(ProcId by, List<String> nodes) implements AllocationEvent {
        /** Checks the components. */
        public Releasing {
            Objects.requireNonNull(by, "by");
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * Reports that nodes were given back: no further process starts on them. The processes of the requester's job
     * receive it.
     *
     * @param by the process that requested the change
     * @param nodes the names of the nodes
     */
    record Released(ProcId by, List<String> nodes) implements AllocationEvent {
        /** Checks the components. */
        public Released {
            Objects.requireNonNull(by, "by");
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * Reports that a change has failed. The processes of the requester's job receive it. No further change of this DVM
     * is possible.
     *
     * @param by the process that requested the change
     * @param nodes the names of the nodes
     * @param reason what has happened
     */
    record Failed(ProcId by, List<String> nodes, String reason) implements AllocationEvent {
        /** Checks the components. */
        public Failed {
            Objects.requireNonNull(by, "by");
            Objects.requireNonNull(reason, "reason");
            nodes = List.copyOf(nodes);
        }
    }
}
