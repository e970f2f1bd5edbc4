// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmixj.GetOptions;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.collectives.Consensus;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.Connection;
import org.pmixj.group.Group;
import org.pmixj.host.Capabilities;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.Seen;
import org.pmixj.junit.PmixTest;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;
import org.pmixj.samples.ElasticWorkers;
import org.pmixj.samples.HelloGroups;

/**
 * An OpenPMIx before 7.0, in which a group of the host would end the JVM: members construct groups by values that they
 * publish.
 */
@Tag("trixie")
class OldLibpmixIT {
    private static final PmixStatus CODE = new PmixStatus(-3001);
    private static final Key<Integer> KEY = Key.of("it.without-groups", ValueType.INT32);

    @TempDir
    Path work;

    @PmixTest(ranks = 3, nodes = 3)
    void groupsAndConnections(Pmix pmix) {
        assertThat(Pmix.libraryVersion()).contains("OpenPMIx 5.0.7");
        // libpmix knows it by itself.
        GetOptions refresh = GetOptions.defaults().withRefreshCache();
        assertThat(pmix.get(pmix.self(), Keys.VERSION_NUMERIC, refresh))
                .isEqualTo(pmix.get(pmix.self(), Keys.VERSION_NUMERIC));
        assertThat(pmix.capabilities().groupMethod()).isEqualTo(Capabilities.GroupMethod.PUBLISHED);
        Jobs.useGroup(pmix, "it-old", pmix.job().members());
        Connection connection = pmix.connections()
                .connect(ConnectRequest.builder().members(pmix.job().members()).build());
        assertThat(connection.members()).isEqualTo(pmix.job().members());
        connection.disconnect();
        // PRRTE 3 keeps two values of a key.
        Group group = pmix.groups().construct("it-old-consensus", pmix.job().members());
        assertThatExceptionOfType(PmixException.NotSupported.class)
                .isThrownBy(() -> Consensus.open(pmix, group, Await.LIMIT))
                .withMessageStartingWith(
                        "consensus of group 'it-old-consensus' needs a host that refuses a second value");
        assertThatExceptionOfType(PmixException.NotSupported.class)
                .isThrownBy(() -> Consensus.named(pmix, group, group.members(), "it-old", Await.LIMIT));
        group.destruct();

        // Nothing native has happened: the session goes on, and ends in good order.
        pmix.fence();
    }

    @PmixTest(ranks = 3, nodes = 3)
    void theRestWorks(Pmix pmix) throws Exception {
        ProcId self = pmix.self();
        ProcId next = pmix.job().member((self.rank() + 1) % pmix.job().size());
        pmix.put(Scope.GLOBAL, KEY, self.rank());
        pmix.commit();
        pmix.fence();
        assertThat(pmix.get(next, KEY)).isEqualTo(next.rank());

        try (Seen seen = new Seen(pmix.events().on(CODE))) {
            pmix.fence();
            if (self.rank() == 0) {
                pmix.events().notify(CODE).toNamespace().text("hello").send();
            }
            assertThat(seen.next().source()).hasValue(pmix.job().member(0));
            pmix.fence();
        }

        Key<Integer> published = Key.of("it.published." + self.rank(), ValueType.INT32);
        pmix.directory().publish(published, self.rank());
        pmix.fence();
        assertThat(pmix.directory().lookup(Key.of("it.published." + next.rank(), ValueType.INT32)))
                .isEqualTo(next.rank());
        assertThat(pmix.queries().processTable(self.nspace()))
                .hasSize(pmix.job().size());

        if (self.rank() == 0) {
            SpawnRequest request = SpawnRequest.builder()
                    .apps(App.named("/bin/true").build())
                    .mapBy(":OVERSUBSCRIBE")
                    .bindTo("none")
                    .build();
            assertThat(Await.result(pmix.processes().spawn(request).terminated())
                            .isSuccess())
                    .isTrue();
        }
        pmix.fence();
    }

    @ParameterizedTest
    @CsvSource({"HelloGroups, 3", "SolverGroups, 1"})
    void samplesOfGroupsRun(String sample, int nodes) throws Exception {
        Launched program = Launched.job(work, nodes, 3, Class.forName("org.pmixj.samples." + sample));
        assertThat(program.exit()).as(program.output()).isZero();
    }

    @Test
    void aSampleOfInvitationsRuns() throws Exception {
        Launched program = Launched.job(work, 1, 3, ElasticWorkers.class);
        assertThat(program.exit()).as(program.output()).isZero();
    }

    @Test
    void aProcessWithoutALauncherIsAGroup() throws Exception {
        Launched program = Launched.alone(work, Map.of(), HelloGroups.class);
        assertThat(program.exit()).as(program.output()).isZero();
        assertThat(program.output()).contains("rank 0: groups destructed");
    }
}
