// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.pmixj.it.support.Await.LIMIT;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.group.Group;
import org.pmixj.host.Queries;
import org.pmixj.host.QueryResult;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.Smoke;
import org.pmixj.junit.PmixTest;
import org.pmixj.value.ProcInfo;
import org.pmixj.value.Query;

/** Questions to PRRTE, and what becomes of those it cannot answer. */
class QueriesIT {
    private static final Key<String> UNKNOWN = Key.of("it.no-such-question", ValueType.STRING);
    private static final PmixStatus NOT_SUPPORTED = new PmixStatus(-47);

    @TempDir
    Path work;

    private static Query tableOf(String nspace) {
        return Query.of(Keys.QUERY_PROC_TABLE).qualifier(Keys.NSPACE, nspace);
    }

    private static List<ProcId> members(Queries queries, Key<List<ProcId>> key, Key<String> kind, String name) {
        return queries.query(Query.of(key).qualifier(kind, name)).get(key).orElseThrow();
    }

    /** Returns a process and its ancestors. PRRTE may have started a process that started this JVM. */
    private static List<Long> pids(ProcessHandle process) {
        List<Long> pids = new ArrayList<>(List.of(process.pid()));
        process.parent().ifPresent(parent -> pids.addAll(pids(parent)));
        return pids;
    }

    @Smoke
    // The host counts the groups of all who share a job.
    @PmixTest(ranks = 4, nodes = 2, alone = true)
    void aJobOfTwoNodes(Pmix pmix) {
        theProcessesOfTheJob(pmix);
        groups(pmix);
    }

    @Smoke
    @PmixTest(ranks = 2)
    void questions(Pmix pmix) {
        noProcessSets(pmix);
        servers(pmix);
        whatIsNotAnswered(pmix);
        someOfSeveral(pmix);
        aThousandInFlight(pmix);
        badQuestionsAreRefused(pmix);
        aClosedHandleAsksNothing(pmix);
        pmix.fence();
    }

    private static void theProcessesOfTheJob(Pmix pmix) {
        Queries queries = pmix.queries();
        String nspace = pmix.self().nspace();
        pmix.fence();
        assertThat(queries.namespaces()).containsExactly(nspace);
        assertThat(queries.namespacesAsync().join()).containsExactly(nspace);

        List<ProcInfo> table = queries.processTable(nspace);
        assertThat(table)
                .extracting(ProcInfo::proc)
                .containsExactlyInAnyOrderElementsOf(pmix.job().members());
        assertThat(table).extracting(ProcInfo::hostname).containsOnly("node0", "node1");
        ProcInfo own = table.stream()
                .filter(p -> p.proc().equals(pmix.self()))
                .findFirst()
                .orElseThrow();
        assertThat(pids(ProcessHandle.current())).contains((long) own.pid());
        assertThat(own.executable()).startsWith("/");
        assertThat(own.hostname()).isEqualTo("node" + pmix.self().rank() % 2);
        assertThat(queries.processTableAsync(nspace).join()).hasSameElementsAs(table);
        assertThat(queries.query(tableOf(nspace)).get(Keys.QUERY_PROC_TABLE).orElseThrow())
                .hasSameElementsAs(table);

        List<ProcInfo> here = queries.localProcessTable(nspace);
        assertThat(here).extracting(ProcInfo::proc).containsExactlyInAnyOrderElementsOf(Jobs.sameParity(pmix));
        assertThat(queries.localProcessTableAsync(nspace).join()).hasSameElementsAs(here);
        pmix.fence();
    }

    @PmixTest(
            ranks = 2,
            launcher = {"--pset", "it-solvers"})
    void processSets(Pmix pmix) {
        Queries queries = pmix.queries();
        assertThat(queries.get(Keys.QUERY_NUM_PSETS)).isEqualTo(1);
        assertThat(queries.getAsync(Keys.QUERY_NUM_PSETS).join()).isEqualTo(1);
        assertThat(queries.get(Keys.QUERY_PSET_NAMES)).isEqualTo("it-solvers");
        assertThat(members(queries, Keys.QUERY_PSET_MEMBERSHIP, Keys.PSET_NAME, "it-solvers"))
                .containsExactlyElementsOf(pmix.job().members());
        assertThat(queries.query(Query.of(Keys.QUERY_PSET_MEMBERSHIP).qualifier(Keys.PSET_NAME, "it-none"))
                        .isComplete())
                .isFalse();
        pmix.fence();
    }

    private static void noProcessSets(Pmix pmix) {
        assertThat(pmix.queries().get(Keys.QUERY_NUM_PSETS)).isZero();
    }

    private static void groups(Pmix pmix) {
        Queries queries = pmix.queries();
        Group first = pmix.groups().construct(Jobs.all(pmix, "it-first").build());
        Group second = pmix.groups().construct(Jobs.all(pmix, "it-second").build());
        assertThat(queries.get(Keys.QUERY_GROUP_NAMES).split(",")).containsExactlyInAnyOrder("it-first", "it-second");
        assertThat(queries.get(Keys.QUERY_NUM_GROUPS)).isEqualTo(2);
        assertThat(members(queries, Keys.QUERY_GROUP_MEMBERSHIP, Keys.GROUP_ID, "it-first"))
                .containsExactlyElementsOf(first.members());
        pmix.fence();
        first.destruct();
        second.destruct();
        assertThat(queries.get(Keys.QUERY_NUM_GROUPS)).isZero();
        pmix.fence();
    }

    private static void servers(Pmix pmix) {
        QueryResult answer = pmix.queries().query(Query.of(Keys.QUERY_AVAIL_SERVERS));
        assertThat(answer.isComplete()).isTrue();
        // Beside that of this job there are those of others, which may be named otherwise.
        String daemons = pmix.self().nspace().substring(0, pmix.self().nspace().indexOf('@'));
        assertThat(answer.found().toString()).contains(daemons);
    }

    private static void whatIsNotAnswered(Pmix pmix) {
        Queries queries = pmix.queries();
        for (Key<?> key : List.of(UNKNOWN, Keys.QUERY_QUEUE_LIST, Keys.TIME_REMAINING)) {
            assertThatExceptionOfType(PmixException.NotSupported.class)
                    .as("%s", key)
                    .isThrownBy(() -> queries.get(key))
                    .withMessageContaining(key.name())
                    .satisfies(e -> assertThat(e.status()).isEqualTo(NOT_SUPPORTED));
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(() -> queries.getAsync(key).join())
                    .withCauseInstanceOf(PmixException.NotSupported.class);
        }
        assertThatExceptionOfType(PmixException.NotFound.class)
                .isThrownBy(() -> queries.processTable("it-no-job"))
                .withMessageContaining("there is no namespace it-no-job");
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> queries.processTableAsync("it-no-job").join())
                .withCauseInstanceOf(PmixException.NotFound.class);
        Key<Integer> wrong = Key.of("it.wrong", ValueType.INT);
        assertThat(queries.query(Query.of(Keys.QUERY_NUM_PSETS)).get(wrong)).isEmpty();
        assertThatExceptionOfType(PmixException.class)
                .isThrownBy(() -> queries.get(Keys.QUERY_PSET_NAMES))
                .withMessageContaining("pmix.qry.psets");
    }

    // One key that PRRTE does not know takes away the answers to all others that are asked for with it.
    private static void someOfSeveral(Pmix pmix) {
        Queries queries = pmix.queries();
        QueryResult result =
                queries.query(Query.of(Keys.QUERY_NUM_PSETS, UNKNOWN, Keys.QUERY_NAMESPACES, Keys.QUERY_AVAIL_SERVERS));
        assertThat(result.get(Keys.QUERY_NUM_PSETS)).contains(0L);
        assertThat(result.get(Keys.QUERY_NAMESPACES)).contains(pmix.self().nspace());
        assertThat(result.missing()).containsExactlyEntriesOf(Map.of(UNKNOWN.name(), NOT_SUPPORTED));
        assertThat(result.isComplete()).isFalse();

        QueryResult all = queries.queryAsync(Query.of(Keys.QUERY_PROC_TABLE, Keys.QUERY_LOCAL_PROC_TABLE)
                        .qualifier(Keys.NSPACE, pmix.self().nspace()))
                .join();
        assertThat(all.isComplete()).isTrue();
        assertThat(all.get(Keys.QUERY_PROC_TABLE).orElseThrow()).hasSize(2);
        assertThat(all.get(Keys.QUERY_LOCAL_PROC_TABLE).orElseThrow()).hasSize(2);

        QueryResult none = pmix.with(LIMIT).queries().query(Query.of(UNKNOWN, Keys.QUERY_QUEUE_LIST));
        assertThat(none.found().isEmpty()).isTrue();
        assertThat(none.missing()).hasSize(2);
        pmix.fence();
    }

    private static void aThousandInFlight(Pmix pmix) {
        List<CompletableFuture<?>> futures = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            futures.add(pmix.queries().namespacesAsync());
            futures.add(pmix.queries().queryAsync(Query.of(Keys.QUERY_NUM_PSETS, UNKNOWN)));
        }
        for (CompletableFuture<?> future : futures) {
            assertThat(future).succeedsWithin(LIMIT).isNotNull();
        }
        pmix.fence();
    }

    private static void badQuestionsAreRefused(Pmix pmix) {
        Queries queries = pmix.queries();
        assertThatIllegalArgumentException().isThrownBy(() -> queries.processTable(""));
        assertThatIllegalArgumentException().isThrownBy(() -> queries.processTable("a\0b"));
        // The server would drop the connection.
        Query large = Query.of(UNKNOWN).qualifier(Keys.NSPACE, "x".repeat(33 << 20));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> queries.query(large))
                .withMessageContaining("more than");
        assertThat(queries.namespaces()).hasSize(1);
    }

    private static void aClosedHandleAsksNothing(Pmix pmix) {
        Pmix closed = Pmix.init();
        Queries queries = closed.queries();
        closed.close();
        assertThatIllegalStateException().isThrownBy(closed::queries);
        assertThatIllegalStateException().isThrownBy(queries::namespaces);
        assertThatIllegalStateException().isThrownBy(() -> queries.queryAsync(Query.of(UNKNOWN)));
        assertThat(pmix.queries().namespaces()).hasSize(1);
    }

    /** Without a launcher. */
    static final class Alone {
        public static void main(String[] args) {
            try (Pmix pmix = Pmix.init()) {
                assertThat(pmix.queries().get(Keys.QUERY_STABLE_ABI_VERSION)).contains(".");
                assertThatExceptionOfType(PmixException.NotSupported.class)
                        .isThrownBy(() -> pmix.queries().namespaces())
                        .withMessageContaining("without a launcher");
                assertThatExceptionOfType(PmixException.NotSupported.class)
                        .isThrownBy(() -> pmix.queries().processTable("some-job"));
                QueryResult result =
                        pmix.queries().query(Query.of(Keys.QUERY_STABLE_ABI_VERSION, Keys.QUERY_NAMESPACES));
                assertThat(result.get(Keys.QUERY_STABLE_ABI_VERSION)).isPresent();
                assertThat(result.missing()).containsOnlyKeys(Keys.QUERY_NAMESPACES.name());
                assertThat(new ProcId(pmix.self().nspace(), 0)).isEqualTo(pmix.self());
                System.out.println("all is well");
            }
        }
    }

    @Test
    void withoutALauncherTheLibraryAlone() throws Exception {
        Launched program = Launched.alone(work, Map.of(), Alone.class);
        assertThat(program.output()).contains("all is well");
        assertThat(program.exit()).isZero();
    }
}
