// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.pmixj.tool.Refusal;

/** Which nodes a job gets, as the launcher reports them. */
class PlacementTest {
    private static final Optional<Path> NODES = Optional.of(Path.of("ci/nodes"));

    private final List<List<String>> asked = new ArrayList<>();

    private static Allocation nodes(int count, int slots) {
        Map<String, Integer> nodes = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            nodes.put("n" + i, slots);
        }
        return new Allocation(nodes);
    }

    private Placement place(Allocation there, Optional<Path> simulator, int ranks, int nodes, String... launcher)
            throws IOException {
        return Placement.choose(
                new Placement.Wish(ranks, nodes, List.of(), List.of(launcher)), "prterun", simulator, words -> {
                    asked.add(words);
                    return words.getFirst().equals("ci/nodes") ? nodes(Integer.parseInt(words.get(1)), 4) : there;
                });
    }

    @Test
    void whatThereIsIsEnough() throws IOException {
        Placement placement = place(nodes(1, 4), NODES, 4, 0);
        assertThat(placement).isEqualTo(new Placement(List.of(), List.of(), List.of(), List.of()));
    }

    @Test
    void withoutANumberTheLauncherDecides() throws IOException {
        assertThat(place(nodes(1, 1), NODES, 0, 0).options()).isEmpty();
        assertThat(asked).isEmpty();
    }

    @Test
    void moreRanksThanSlots() throws IOException {
        Placement placement = place(nodes(1, 4), NODES, 5, 0);
        assertThat(placement.options()).containsExactly("--map-by", ":oversubscribe");
        assertThat(placement.notes()).singleElement().asString().contains("5 ranks share 4 slots");
        placement = place(nodes(2, 2), NODES, 5, 2);
        assertThat(placement.options()).containsExactly("--map-by", "node:oversubscribe");
    }

    @Test
    void aMappingOfTheUser() throws IOException {
        Placement placement = place(nodes(1, 4), NODES, 5, 0, "--map-by", "core");
        assertThat(placement).isEqualTo(new Placement(List.of(), List.of(), List.of(), List.of()));
    }

    @Test
    void someOfTheNodes() throws IOException {
        assertThat(place(nodes(3, 2), NODES, 6, 3).options()).containsExactly("--map-by", "node");
        Placement placement = place(nodes(3, 2), NODES, 6, 2);
        assertThat(placement.options()).containsExactly("--host", "n0:2,n1:2", "--map-by", "node:oversubscribe");
        assertThat(placement.hosts()).containsExactly("--host", "n0:2,n1:2");
        assertThat(place(nodes(3, 2), NODES, 2, 1).options()).containsExactly("--host", "n0:2");
    }

    @Test
    void simulatedNodes() throws IOException {
        Placement placement = place(nodes(1, 2), NODES, 6, 3);
        assertThat(placement.before()).containsExactly("ci/nodes", "3");
        assertThat(placement.options()).containsExactly("--map-by", "node");
        assertThat(asked).containsExactly(List.of("prterun"), List.of("ci/nodes", "3", "prterun"));
    }

    @Test
    void tooFewNodes() {
        assertThatThrownBy(() -> place(nodes(1, 2), Optional.empty(), 6, 3))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("there are no 3 nodes; the launcher reports n0.");
        // An allocation of two nodes is not replaced by simulated ones.
        assertThatThrownBy(() -> place(nodes(2, 2), NODES, 6, 3)).hasMessageContaining("reports n0, n1.");
    }

    @Test
    void aLauncherThatDoesNotAnswer() {
        List<String> silent = List.of("sh", "-c", "sleep 60");
        assertThatThrownBy(() -> Allocation.ask(silent, Duration.ofMillis(50)))
                .isInstanceOf(IOException.class)
                .hasMessageMatching("there is no answer about nodes: 'sh -c .*' did not end within 0 s");
    }

    @Test
    void hostsOfTheUserAreReported() throws IOException {
        List<String> hosts = List.of("--host", "a:2,b:2");
        Placement placement = Placement.choose(new Placement.Wish(3, 0, hosts, List.of()), "prterun", NODES, words -> {
            assertThat(words).containsExactly("prterun", "--host", "a:2,b:2");
            return nodes(2, 2);
        });
        assertThat(placement.options()).isEqualTo(hosts);
    }

    @Test
    void wordsForTheLauncherMayNameHosts() throws IOException {
        String[] words = {"--prtemca", "prte_default_hostfile", "hosts", "--timeout", "60", "--mca", "a", "b"};
        place(nodes(3, 2), NODES, 6, 3, words);
        assertThat(asked)
                .containsExactly(List.of("prterun", "--prtemca", "prte_default_hostfile", "hosts", "--mca", "a", "b"));
        assertThat(Placement.withoutParameters(List.of(words))).containsExactly("--timeout", "60");
        assertThatThrownBy(() -> place(nodes(1, 2), NODES, 0, 0, "--hostfile=hosts"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("give --host or --hostfile to 'pmixj run' itself");
    }

    @Test
    void whatTheLauncherReports() {
        Allocation read = Allocation.read("""

                ============   ALLOCATED NODES FOR JOB prterun-node0-2@1 APP 0 ============
                    node0: slots=4 max_slots=0 slots_inuse=0
                    node1.example: slots=12 max_slots=0 slots_inuse=0
                ================
                Data for node: node0	Num slots: 2
                """);
        assertThat(read.slots()).containsExactly(Map.entry("node0", 4), Map.entry("node1.example", 12));
        assertThat(read.total()).isEqualTo(16);
        assertThat(Allocation.read("not enough slots").slots()).isEmpty();
    }
}
