// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.group.GroupRequest;

/** What several tests need of a job. */
public final class Jobs {
    /** Long enough for a busy machine, short enough to tell a hang from a wait. */
    public static final Duration SHORT = Duration.ofSeconds(2);

    /** How long a test waits for what should come. */
    public static final Duration LIMIT = Duration.ofSeconds(60);

    private Jobs() {}

    /** Every process of the job as the members of a group. */
    public static GroupRequest.Builder all(Pmix pmix, String id) {
        return GroupRequest.named(id).members(pmix.job().members());
    }

    /** The processes whose rank has the parity of this one's. */
    public static List<ProcId> sameParity(Pmix pmix) {
        List<ProcId> members = new ArrayList<>();
        for (ProcId proc : pmix.job().members()) {
            if (proc.rank() % 2 == pmix.self().rank() % 2) {
                members.add(proc);
            }
        }
        return members;
    }

    /** Tests whether the host knows that a process has ended, which its groups may not know yet. */
    public static boolean hasEnded(Pmix pmix, ProcId proc) {
        return pmix.queries().processTable(proc.nspace()).stream()
                .anyMatch(info -> info.proc().equals(proc) && info.state().isEnded());
    }

    /** Waits for something that another process causes; the limit is generous, because a busy machine is slow. */
    public static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("after " + LIMIT.toSeconds() + " s still not: " + what);
            }
            Thread.sleep(5);
        }
    }
}
