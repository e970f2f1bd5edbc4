// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIx;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_app;
import org.pmixj.ffi.pmix_info;
import org.pmixj.ffi.pmix_value;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.Smoke;
import org.pmixj.job.Job;
import org.pmixj.job.Node;
import org.pmixj.job.ProcessInfo;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** The views a process has of a job it was not started in: of a child the parent's, and the other way round. */
class OtherJobIT {
    private static final int CHILDREN = 3;

    /** {@code PMIx_Spawn}, by hand. */
    private static String spawn(List<String> command) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment argv = arena.allocate(ValueLayout.ADDRESS, command.size() + 1);
            for (int i = 0; i < command.size(); i++) {
                argv.setAtIndex(ValueLayout.ADDRESS, i, arena.allocateFrom(command.get(i)));
            }
            MemorySegment app = pmix_app.allocate(arena);
            pmix_app.cmd(app, arena.allocateFrom(command.get(0)));
            pmix_app.argv(app, argv);
            pmix_app.maxprocs(app, CHILDREN);
            MemorySegment info = pmix_info.allocate(arena);
            MemorySegment key = PMIxConstants.PMIX_MAPBY();
            MemorySegment.copy(key, 0, info, 0, key.byteSize());
            MemorySegment value = pmix_info.value(info);
            pmix_value.type(value, (short) PMIxConstants.PMIX_STRING());
            value.set(ValueLayout.ADDRESS, pmix_value.data$offset(), arena.allocateFrom("node:oversubscribe"));
            MemorySegment nspace = arena.allocate(256);
            assertThat(PMIx.PMIx_Spawn(info, 1, app, 1, nspace)).isZero();
            return nspace.getString(0);
        }
    }

    static final class Child {
        public static void main(String[] args) throws Exception {
            Path directory = Path.of(args[0]);
            String report = "all is well";
            try (Pmix pmix = Pmix.init()) {
                try {
                    ProcId parent = pmix.job().parent().orElseThrow();
                    assertThat(parent.rank()).isZero();
                    jobIsTrue(pmix, pmix.job(parent.nspace()), 4, Integer.parseInt(args[1]));
                    assertThat(pmix.job(parent.nspace()).parent()).isEmpty();
                    // The launcher's node has the first of both jobs.
                    assertThat(pmix.process(parent).hostname())
                            .isEqualTo(pmix.job().hostname(0));
                } catch (Throwable e) {
                    report = e.toString();
                }
                Files.writeString(directory.resolve("child-" + pmix.self().rank()), report);
                pmix.fence();
                // The job whose processes are gone is asked about no more.
                Await.until("the parent has looked", () -> Files.exists(directory.resolve("looked")));
            }
        }
    }

    /** Ranks are dealt to the nodes in turn. */
    private static void jobIsTrue(Pmix pmix, Job job, int size, int nodes) {
        assertThat(job.size()).isEqualTo(size);
        assertThat(job.hostnames()).hasSize(nodes).doesNotHaveDuplicates();
        assertThat(job.info(Keys.JOBID)).hasValue(job.nspace());
        assertThat(job.info(Keys.MAPBY).orElseThrow()).startsWith("BY");
        assertThat(job.apps()).hasSize(1);
        assertThat(job.apps().get(0).size()).isEqualTo(size);
        assertThat(job.apps().get(0).info(Keys.APP_ARGV)).isPresent();
        assertThat(job.info(Keys.UNIV_SIZE)).isPresent();
        int counted = 0;
        for (Node node : job.nodes()) {
            counted += node.size();
            assertThat(node.isLocal())
                    .isEqualTo(node.hostname().equals(pmix.node().hostname()));
            for (ProcId member : node.members()) {
                ProcessInfo process = pmix.process(member);
                assertThat(process.hostname()).hasValue(node.hostname());
                assertThat(process.isLocal()).isEqualTo(node.isLocal());
                assertThat(process.localRank()).hasValue(node.members().indexOf(member));
                assertThat(process.info(Keys.APP_RANK)).hasValue((long) member.rank());
            }
        }
        assertThat(counted).isEqualTo(size);
        assertThatExceptionOfType(PmixException.NotFound.class).isThrownBy(() -> job.node("nosuch"));
        assertThatExceptionOfType(PmixException.NotFound.class)
                .isThrownBy(() -> pmix.process(new ProcId(job.nspace(), size)));
    }

    @Smoke
    @PmixTest(ranks = 4, nodes = 3)
    void bothSeeEachOther(Pmix pmix, RankContext context) throws Exception {
        if (pmix.self().rank() == 0) {
            assertThat(pmix.job().parent()).isEmpty();
            Path directory = context.scratch();
            List<String> command = Launched.java(Child.class, directory.toString(), Integer.toString(context.nodes()));
            Job child = pmix.job(spawn(command));
            jobIsTrue(pmix, child, CHILDREN, context.nodes());
            assertThat(child.parent()).hasValue(pmix.self());
            for (int rank = 0; rank < CHILDREN; rank++) {
                Path report = directory.resolve("child-" + rank);
                Await.until(
                        "a report " + report,
                        () -> Files.exists(report) && report.toFile().length() > 0);
                assertThat(report).hasContent("all is well");
            }
            Pmix own = Pmix.init();
            Job seen = own.job(child.nspace());
            own.close();
            assertThatIllegalStateException().isThrownBy(() -> seen.info(Keys.MAPBY));
            Files.createFile(directory.resolve("looked"));
        }
        pmix.fence();
    }
}
