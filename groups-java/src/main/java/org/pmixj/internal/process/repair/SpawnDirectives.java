// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.process.repair;

import java.util.List;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.internal.base.Defect;

/** Adds the directives to a spawn that PRRTE 5.0.0rc1 needs and the PMIx Standard does not require. */
public final class SpawnDirectives {
    private SpawnDirectives() {}

    /** Returns the directives of a job, with closed standard input unless they name a target. */
    public static Attributes withClosedStdin(Attributes ofJob) {
        if (!Defect.SPAWNED_STDIN_STAYS_OPEN.isHere() || ofJob.contains(Keys.STDIN_TGT)) {
            return ofJob;
        }
        return ofJob.and(Attributes.of(Keys.STDIN_TGT, "none"));
    }

    /** Returns the directives of a job that name nodes, as far as a program of it has none: it must repeat them. */
    public static List<Info> nodesOfJob(Attributes ofJob, Attributes ofProgram) {
        return ofJob.infos().stream()
                .filter(info -> isMissing(Keys.HOST, info, ofProgram) || isMissing(Keys.HOSTFILE, info, ofProgram))
                .filter(_ -> Defect.JOB_HOSTS_IGNORED.isHere())
                .toList();
    }

    private static boolean isMissing(Key<String> key, Info ofJob, Attributes ofProgram) {
        return ofJob.key().equals(key.name()) && !ofProgram.contains(key);
    }
}
