// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.FenceRequest;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.host.Capabilities;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.Seen;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;
import org.pmixj.samples.HelloGroups;
import org.pmixj.samples.SolverGroups;

/** Ranks under a server that can do what Slurm's own can: values, fences, abort, and groups that need no more. */
class FewPowersIT {
    private static final String REMEDY =
            "Slurm's own PMIx server has values, fences and abort only: start the ranks with"
                    + " PRRTE's prterun, inside the allocation";
    private static final Key<Integer> KEY = Key.of("it.few", ValueType.INT32);
    private static final PmixStatus CODE = new PmixStatus(-3001);

    @TempDir
    Path work;

    @BeforeAll
    static void compile() throws Exception {
        FewPowers.compile();
    }

    @PmixTest(ranks = 5, program = FewPowers.PROGRAM)
    void valuesAndFences(Pmix pmix) {
        int rank = pmix.self().rank();
        assertThat(pmix.job().size()).isEqualTo(5);
        assertThat(pmix.node().members()).hasSize(5);
        assertThat(pmix.capabilities().hostName()).isEqualTo("Slurm");
        assertThat(pmix.capabilities().groupMethod()).isEqualTo(Capabilities.GroupMethod.FENCES);
        assertThat(pmix.capabilities().canSpawn()).isFalse();
        pmix.put(Scope.GLOBAL, KEY, rank);
        pmix.commit();
        pmix.fence();
        for (ProcId member : pmix.job().members()) {
            assertThat(pmix.get(member, KEY)).isEqualTo(member.rank());
        }
        pmix.fence(FenceRequest.of(Jobs.sameParity(pmix)));
    }

    @PmixTest(ranks = 5, program = FewPowers.PROGRAM)
    void whatThisHostHasNotIsRefused(Pmix pmix) throws InterruptedException {
        refused(() -> pmix.directory().publish(KEY, 1));
        refused(() -> pmix.directory().lookup(KEY));
        refused(() -> pmix.queries().namespaces());
        refused(() -> pmix.job("another"));
        refused(() -> pmix.processes().abort(1, "it", List.of(pmix.self())));
        refused(pmix::connections);
        // The library in the server would drop an event to another node, and report success.
        refused(() -> pmix.events().notify(CODE).toNamespace().send());
        refused(() -> pmix.events().notify(CODE).toAll().send());
        try (Seen seen = new Seen(pmix.events().on(CODE))) {
            pmix.fence();
            if (pmix.self().rank() == 0) {
                pmix.events().notify(CODE).toNode().send();
            }
            assertThat(seen.next().source()).hasValue(pmix.job().member(0));
        }
        pmix.fence();
    }

    private static void refused(Runnable operation) {
        assertThatExceptionOfType(PmixException.NotSupported.class)
                .isThrownBy(operation::run)
                .withMessageEndingWith(REMEDY);
    }

    @PmixTest(ranks = 5, program = FewPowers.PROGRAM)
    void membersConstructGroupsByFences(Pmix pmix) throws Exception {
        GroupsByFences.live(pmix);
        GroupsByFences.atOnceInAnyOrder(pmix);
        GroupsByFences.orders(pmix);
        GroupsByFences.types(pmix);
        GroupsByFences.nobodyLeaves(pmix);
    }

    @Tag("slow")
    @PmixTest(ranks = 5, program = FewPowers.PROGRAM)
    void whoIsMissing(Pmix pmix, RankContext context) throws InterruptedException {
        GroupsByFences.whoIsMissing(pmix, context);
        GroupsByFences.whoHasSentNothing(pmix, context);
    }

    @PmixTest(ranks = 5, program = FewPowers.PROGRAM)
    void whatNeedsGroupsOfTheHostIsRefused(Pmix pmix) {
        GroupsByFences.refusals(pmix, REMEDY);
    }

    private Launched launched(int ranks, Class<?> main, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(FewPowers.PROGRAM).toAbsolutePath().toString(), "-n", "" + ranks));
        command.addAll(Launched.java(main, arguments));
        return Launched.run(work, command, Map.of());
    }

    @Tag("slow")
    @Test
    void samplesOfGroupsRun() throws Exception {
        Launched hello = launched(4, HelloGroups.class);
        assertThat(hello.exit()).as(hello.output()).isZero();
        assertThat(hello.output())
                .containsPattern("rank 3: group hello-odd: rank 1 of 2, .*:1 says: greetings from odd");
        Launched solver = launched(4, SolverGroups.class);
        assertThat(solver.exit()).as(solver.output()).isZero();
        // The ranks write to the same file, piece by piece.
        assertThat(solver.output().split("degrees", -1)).hasSize(5);
    }

    static final class Aborting {
        public static void main(String[] args) {
            try (Pmix pmix = Pmix.init()) {
                pmix.fence();
                if (pmix.self().rank() == 1) {
                    pmix.abort(7, "enough");
                }
                pmix.fence();
            }
        }
    }

    @Test
    void abortEndsTheJob() throws Exception {
        Launched job = launched(3, Aborting.class);
        assertThat(job.exit()).as(job.output()).isEqualTo(7);
        assertThat(job.output()).contains("enough");
    }
}
