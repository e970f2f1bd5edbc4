// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic.internal;

import java.util.function.Supplier;
import org.pmixj.elastic.AllocationEvent;

/**
 * Checks reports of changes. A report of this job is true. A report that nodes are about to be given back is true if
 * the records of changes say that the job of the sender has reserved them; no other job may give them back. The records
 * are read in advance, because the host answers nobody on these nodes any more when the release has started. They are
 * read again if they do not name the job: the nodes may have moved to another reservation.
 */
public final class Releases {
    private final String self;
    private final Supplier<Ledger> records;
    private volatile Ledger known = Ledger.EMPTY;

    /**
     * Knows no records yet.
     *
     * @param self the namespace of this job
     */
    public Releases(String self, Supplier<Ledger> records) {
        this.self = self;
        this.records = records;
    }

    /** Reads the records. Where there are none, nobody gives back nodes. */
    public void read() {
        try {
            known = records.get();
        } catch (RuntimeException e) {
            // They are asked for again when somebody reports a release.
        }
    }

    /** Returns whether a report is true. May ask the host. */
    public boolean isTrue(AllocationEvent report) {
        if (!(report instanceof AllocationEvent.Releasing releasing)) {
            return report.by().nspace().equals(self);
        } else if (!isOwner(releasing)) {
            read();
        }
        return isOwner(releasing);
    }

    private boolean isOwner(AllocationEvent.Releasing report) {
        String job = report.by().nspace();
        Ledger ledger = known;
        return !report.nodes().isEmpty() && report.nodes().stream().allMatch(node -> ledger.isOwner(job, node));
    }
}
