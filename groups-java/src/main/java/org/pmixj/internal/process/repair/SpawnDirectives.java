// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.process.repair;

import java.util.ArrayList;
import java.util.List;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.process.SpawnKeys;

/** Adds the directives to a spawn that PRRTE 5.0.0rc1 needs and the PMIx Standard does not require. */
public final class SpawnDirectives {
    private SpawnDirectives() {}

    /** Returns the directives of a job, with closed standard input unless they name a target. */
    public static Attributes withClosedStdin(Attributes ofJob) {
        if (!Defect.SPAWNED_STDIN_STAYS_OPEN.isHere()
                || has(ofJob, PMIxConstants.PMIX_STDIN_TGT().getString(0))) {
            return ofJob;
        }
        return Attributes.builder().addAll(ofJob).add(SpawnKeys.stdinTo("none")).build();
    }

    /** Returns the directives of a job that name nodes, as far as a program of it has none: it must repeat them. */
    public static List<Info> nodesOfJob(Attributes ofJob, Attributes ofProgram) {
        List<Info> nodes = new ArrayList<>();
        for (Info info : ofJob) {
            if (namesNodes(info) && !has(ofProgram, info.key()) && Defect.JOB_HOSTS_IGNORED.isHere()) {
                nodes.add(info);
            }
        }
        return nodes;
    }

    private static boolean namesNodes(Info info) {
        return info.key().equals(PMIxConstants.PMIX_HOST().getString(0))
                || info.key().equals(PMIxConstants.PMIX_HOSTFILE().getString(0));
    }

    private static boolean has(Attributes attributes, String key) {
        for (Info info : attributes) {
            if (info.key().equals(key)) {
                return true;
            }
        }
        return false;
    }
}
