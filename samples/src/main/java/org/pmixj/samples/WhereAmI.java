// SPDX-License-Identifier: Apache-2.0
package org.pmixj.samples;

import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.host.Capabilities;
import org.pmixj.job.Application;
import org.pmixj.job.Job;
import org.pmixj.job.Node;
import org.pmixj.job.ProcessInfo;

/** Each rank prints where it runs; rank 0 adds facts about the job, its nodes, the library and the host. */
public final class WhereAmI {
    private WhereAmI() {}

    /**
     * Runs one rank.
     *
     * @param args none
     */
    public static void main(String[] args) {
        try (Pmix pmix = Pmix.init()) {
            Node node = pmix.node();
            ProcessInfo me = pmix.process();
            System.out.println("rank " + me.rank() + ": on " + node.hostname() + ", number "
                    + me.localRank().orElse(0) + " of " + node.size() + " there, CPUs "
                    + me.cpuset().orElse("not bound") + ", peers there " + node.members());
            pmix.fence();
            if (me.rank() == 0) {
                tellOfTheJob(pmix);
            }
            pmix.fence();
        }
    }

    private static void tellOfTheJob(Pmix pmix) {
        Job job = pmix.job();
        System.out.println("job " + job.nspace() + ": " + job.size() + " processes on " + job.hostnames()
                + ", mapped by " + job.info(Keys.MAPBY).orElse("?") + ", bound to "
                + job.info(Keys.BINDTO).orElse("?"));
        for (Application app : job.apps()) {
            System.out.println("application " + app.number() + ": " + app.size() + " processes in "
                    + app.workingDirectory().orElse("?"));
        }
        Capabilities capabilities = pmix.capabilities();
        System.out.println(Pmix.libraryVersion());
        System.out.println("the host knows the namespaces " + pmix.queries().namespaces() + " and can "
                + (capabilities.canSpawn() ? "" : "not ") + "spawn");
    }
}
