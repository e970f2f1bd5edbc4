// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmixj.it.support.CCode;
import org.pmixj.it.support.Launched;

/** Requests of rank 0 fail on their way to the host and back. Rank 1 changes the size of the DVM afterwards. */
// Among the longer ones: begins early.
@Order(2)
class ElasticFaultsIT {
    private static final List<String> ELASTIC = List.of(
            "--prtemca",
            "prte_elastic_mode",
            "1",
            "--prtemca",
            "prte_default_hostfile",
            "/dev/null",
            "--host",
            "node0:8");

    @TempDir
    Path work;

    /** Runs both ranks. Rank 0 loads {@code native/tests/flaky.c} in place of libpmix. */
    private String run(String faults, String node) throws Exception {
        Launched.needsLauncher();
        Path flaky = work.resolve("libflaky.so");
        CCode.compile(work, "-shared", "-fPIC", "-o", flaky.toString(), CCode.source("flaky.c"), "-ldl", "-pthread");
        List<String> command = new ArrayList<>(Launched.onNodes(3));
        command.add("prterun");
        command.addAll(ELASTIC);
        command.addAll(List.of("--bind-to", "none", "-n", "1"));
        command.addAll(List.of("env", "PMIXJ_LIBRARY=" + flaky, "PMIXJ_FLAKY=" + faults));
        command.addAll(Launched.java(ElasticWorker.class, "after", node));
        command.addAll(List.of(":", "-n", "1"));
        command.addAll(Launched.java(ElasticWorker.class, "after", "node2"));
        return Launched.run(work, command, Map.of()).output();
    }

    @ParameterizedTest
    @CsvSource({
        "lost:0.state lost:0.end, node1, Timeout",
        // It has changed nothing, and can only withdraw.
        "gone:0.end, node0, is the head node",
    })
    void theNextChangeFollows(String faults, String node, String outcome) throws Exception {
        assertThat(run(faults, node))
                .containsPattern("rank 0, " + node + ": .*" + outcome)
                .contains("rank 1, node2: done");
    }

    /** Run by {@code ci/test slow}: each message by itself. */
    @Tag("slow")
    @ParameterizedTest
    @CsvSource({
        // Rank 0 does not know whether it has a number.
        "late:0.turn, node1, Timeout",
        "lost:0.turn, node1, Timeout",
        // It cannot record that it begins, or that it has ended.
        "lost:0.state, node1, Timeout",
        "late:0.end, node1, done",
        "lost:0.end lost:0.end lost:0.end, node1, done",
        "gone:0.end lost:0.state, node0, is the head node",
    })
    void theNextChangeFollowsWhateverIsLost(String faults, String node, String outcome) throws Exception {
        theNextChangeFollows(faults, node, outcome);
    }

    @Tag("slow")
    @Test
    void anErrorOfTheHostIsNoRefusal() throws Exception {
        String output = run("failed:allocation", "node1");
        String failure = "adding nodes [node1] by ";
        assertThat(output)
                .containsPattern("rank 0, node1: .*\\Q" + failure + "\\E.*PMIX_ERROR.*cannot change its size any more")
                .containsPattern("rank 1, node2: .*cannot change its size any more.*\\Q" + failure + "\\E");
    }

    /** The command that is to start a daemon succeeds, and starts none. PRRTE waits for it for ever, so it is killed. */
    @Tag("slow")
    @Test
    void afterADaemonThatIsSilentNothingIsChanged() throws Exception {
        Launched.needsLauncher();
        Path script = Files.writeString(work.resolve("silent.sh"), """
                        done=$1
                        shift
                        "$@" &
                        launcher=$!
                        for i in $(seq 2400); do [ -e "$done" ] && break; sleep 0.05; done
                        kill -KILL $launcher
                        wait $launcher
                        """);
        List<String> command = new ArrayList<>(Launched.onNodes(3));
        command.addAll(
                List.of("sh", script.toString(), work + "/done", "prterun", "--prtemca", "plm_ssh_agent", "/bin/true"));
        command.addAll(ELASTIC);
        command.addAll(List.of("--bind-to", "none", "-n", "2"));
        command.addAll(Launched.java(ElasticWorker.class, "silent", work.toString()));
        Launched.run(work, command, Map.of());
        assertThat(Files.readString(work.resolve("0"))).contains("it has begun and goes on");
        assertThat(Files.readString(work.resolve("1")))
                .contains("cannot change its size any more")
                .contains("not reported its end within");
    }
}
