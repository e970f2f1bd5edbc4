// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.Pmix;
import org.pmixj.event.Registration;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Launched;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;
import org.pmixj.model.ActivityOptions;
import org.pmixj.model.DeclaredModel;
import org.pmixj.model.ModelResources;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;

/** Models of another job on the node, and of a process that has no launcher. */
class ModelsElsewhereIT {
    private static ProgrammingModel model(String name) {
        return ProgrammingModel.named(name)
                .resources(ModelResources.builder().threads(2).build())
                .build();
    }

    // --- another job ---------------------------------------------------------------------------------------------

    static final class Child {
        public static void main(String[] args) throws Exception {
            Path folder = Path.of(args[0]);
            try (Pmix pmix = Pmix.init()) {
                pmix.models().declare(model("of the node"), Reach.NODE);
                pmix.models().declare(model("of the job"), Reach.JOB);
                String seen = pmix.models().ofNode().stream()
                        .filter(one -> !one.proc().equals(pmix.self()))
                        .map(one -> one.model().name())
                        .toList()
                        .toString();
                Files.writeString(folder.resolve("child.tmp"), seen);
                Files.move(folder.resolve("child.tmp"), folder.resolve("child"));
                if (args[1].equals("dies")) {
                    Await.until("killed", () -> Files.exists(folder.resolve("die")));
                    Runtime.getRuntime().halt(0);
                }
                Await.until("the end", () -> Files.exists(folder.resolve("die")));
            }
        }
    }

    private static void anotherJob(Pmix pmix, Path folder, String how) throws Exception {
        pmix.models().declare(model("parent, node"), Reach.NODE);
        pmix.models().declare(model("parent, job"), Reach.JOB);
        List<String> command = Launched.java(Child.class, folder.toString(), how);
        pmix.processes()
                .spawn(SpawnRequest.builder()
                        .apps(App.named(
                                        command.getFirst(),
                                        command.subList(1, command.size()).toArray(new String[0]))
                                .build())
                        .bindTo("none")
                        .recoverable()
                        .build());
        Await.until("the child has looked", () -> Files.exists(folder.resolve("child")));
        assertThat(folder.resolve("child")).hasContent("[parent, node]");
        Await.until("its model is known", () -> names(pmix).size() == 3);
        assertThat(names(pmix)).containsExactlyInAnyOrder("parent, node", "parent, job", "of the node");
        assertThat(pmix.models().ofJob()).hasSize(2);
        Files.createFile(folder.resolve("die"));
        Await.until("it is gone", () -> names(pmix).size() == 2);
    }

    private static List<String> names(Pmix pmix) {
        return pmix.models().ofNode().stream().map(one -> one.model().name()).toList();
    }

    @PmixTest(ranks = 1, recoverable = true)
    void anotherJobThatEndsAndOneThatDies(Pmix pmix, RankContext context) throws Exception {
        for (String how : List.of("ends", "dies")) {
            anotherJob(pmix, Files.createDirectory(context.scratch().resolve(how)), how);
        }
    }

    // --- no launcher ---------------------------------------------------------------------------------------------

    @TempDir
    Path work;

    static final class Alone {
        public static void main(String[] args) throws Exception {
            try (Pmix pmix = Pmix.builder().model(model("first"), Reach.JOB).init()) {
                CountDownLatch told = new CountDownLatch(2);
                try (Registration activity = pmix.models().onActivity(what -> told.countDown())) {
                    pmix.models().declare(model("second"), Reach.NODE);
                    pmix.models()
                            .phase("a", "b", ActivityOptions.to(Reach.NODE))
                            .close();
                    told.await();
                    System.out.println("alone " + activity.isActive() + " "
                            + pmix.models().ofJob().stream()
                                    .map(DeclaredModel::model)
                                    .map(ProgrammingModel::name)
                                    .toList()
                            + pmix.models().ofNode().size());
                }
            }
            System.out.println("initialized " + org.pmixj.ffi.PMIx.PMIx_Initialized());
        }
    }

    @Test
    void withoutALauncher() throws Exception {
        Launched run = Launched.alone(work, Map.of(), Alone.class);
        assertThat(run.exit()).as(run.output()).isZero();
        assertThat(run.output()).contains("alone true [first, second]2").contains("initialized 0");
    }
}
