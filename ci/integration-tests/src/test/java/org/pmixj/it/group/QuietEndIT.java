// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmixj.it.support.Await.LIMIT;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmixj.Pmix;
import org.pmixj.internal.group.Departure;
import org.pmixj.internal.group.GroupImpl;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Launched;
import org.pmixj.junit.Points;

/**
 * Members remove a group from libpmix, one after the other, that has ended for all without it, as after the death of a
 * member. libpmix prints an error if the last one leaves, which has nobody to notify.
 */
class QuietEndIT {
    @TempDir
    Path work;

    static final class Main {
        public static void main(String[] args) throws Exception {
            try (Pmix pmix = Pmix.init()) {
                Points points = new Points(Path.of(args[0]));
                GroupImpl group = (GroupImpl)
                        pmix.groups().construct(Jobs.all(pmix, "it-quiet").build());
                int rank = pmix.self().rank();
                group.fence();
                if (rank == 0) {
                    points.await("removed", List.of(1, 2), LIMIT);
                    Await.until("the others have removed it", group.changes()::isLast);
                }
                new Departure(group).forgetNow();
                points.reached("removed", rank);
                // The id can be used again.
                points.await("removed", List.of(0, 1, 2), LIMIT);
                Jobs.useGroup(pmix, "it-quiet", pmix.job().members());
                System.out.println("rank " + rank + " is done");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void lastMemberPrintsNothing(int nodes) throws Exception {
        Launched job = Launched.job(work, nodes, 3, Main.class, work.toString());
        assertThat(job.output())
                .contains("rank 0 is done", "rank 1 is done", "rank 2 is done")
                .doesNotContain("BAD_PARAM");
        assertThat(job.exit()).isZero();
    }
}
