// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.Statuses;
import org.pmixj.group.Group;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.junit.Points;

/**
 * A rank of a job that a test ends: {@code SlurmRank FOLDER SCENE [JOB OTHER]}. Its announcements are files in the folder,
 * which the test and all nodes see: first its node and process ids, then the points that it reaches.
 */
final class SlurmRank {
    enum Scene {
        /** Waits for its end. */
        WAIT,
        /** Waits for its end, and its shutdown hook never ends. */
        BLOCK,
        /** On the third node it waits. The others fence until they have lost the two ranks there, and then end. */
        SURVIVE,
        /** Waits for the ranks of another job, and ends. */
        MEET
    }

    /** The lines that a rank prints about itself. */
    record Process(String node, long pid, long daemon) {
        static Process read(Path folder, int rank) throws Exception {
            String[] words = Files.readString(folder.resolve("process-" + rank)).split(" ");
            return new Process(words[0], Long.parseLong(words[1]), Long.parseLong(words[2]));
        }

        /** Writes what {@link #read} reads, about this process. */
        static void write(Pmix pmix, Path folder) throws IOException {
            ProcessHandle self = ProcessHandle.current();
            Files.writeString(
                    folder.resolve("process-" + pmix.self().rank()),
                    pmix.node().hostname() + " " + self.pid() + " "
                            + self.parent().orElseThrow().pid());
        }
    }

    static final String READY = "ready";
    static final String HOOK = "hook";
    static final String SURVIVED = "survived";
    static final String LOST_SERVER = "lost-server";

    private SlurmRank() {}

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        Scene scene = Scene.valueOf(args[1]);
        Points points = new Points(folder);
        try (Pmix pmix = Pmix.init()) {
            int rank = pmix.self().rank();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                points.reached(HOOK, rank);
                while (scene == Scene.BLOCK) {
                    Thread.onSpinWait();
                }
            }));
            // A rank whose daemon died is not ended: this does it.
            pmix.events().listen(Statuses.ERR_LOST_CONNECTION, event -> {
                points.reached(LOST_SERVER, rank);
                Runtime.getRuntime().halt(3);
            });
            String node = pmix.node().hostname();
            Process.write(pmix, folder);
            Group all = pmix.groups().construct(Jobs.all(pmix, "it-slurm").build());
            all.fence();
            points.reached(scene == Scene.MEET ? args[2] : READY, rank);
            switch (scene) {
                case MEET -> {
                    List<Integer> others =
                            IntStream.range(0, all.size()).boxed().toList();
                    points.await(args[3], others, Await.LIMIT.multipliedBy(2));
                    all.fence();
                    System.out.println("rank " + rank + " of " + args[2] + " has met " + args[3]);
                }
                case SURVIVE -> {
                    if (node.equals("node2")) {
                        Thread.sleep(Await.LIMIT.multipliedBy(5));
                    }
                    survive(all);
                    points.reached(SURVIVED, rank);
                }
                default -> Thread.sleep(Await.LIMIT.multipliedBy(5));
            }
        }
    }

    private static void survive(Group all) {
        while (all.size() > 4) {
            try {
                all.fence();
            } catch (PmixException.MemberLost e) {
                System.out.println(e.getMessage());
            }
        }
        all.fence();
    }
}
