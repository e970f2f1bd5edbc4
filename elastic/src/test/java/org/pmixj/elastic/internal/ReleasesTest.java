// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.elastic.AllocationEvent.Failed;
import org.pmixj.elastic.AllocationEvent.Grown;
import org.pmixj.elastic.AllocationEvent.Released;
import org.pmixj.elastic.AllocationEvent.Releasing;

class ReleasesTest {
    private static final Ledger OF_A = new Ledger("", Map.of("a.1", List.of("node1", "node2")), Set.of());
    private static final Ledger OF_B = new Ledger("", Map.of("b.1", List.of("node1")), Set.of());
    private static final Ledger UNREADABLE = new Ledger("no records", Map.of(), Set.of());
    private static final Releasing BY_A = by("a", "node1");
    private static final Releasing BY_B = by("b", "node1");

    /** The records that are read one after the other. */
    private final Queue<Ledger> answers = new ArrayDeque<>();

    private final Releases releases = new Releases("self", this::answer);

    private static Releasing by(String job, String... nodes) {
        return new Releasing(new ProcId(job, 0), List.of(nodes));
    }

    private Ledger answer() {
        Ledger ledger = answers.remove();
        if (!ledger.failure().isEmpty()) {
            throw new PmixException(ledger.failure(), Statuses.ERR_NOT_FOUND);
        }
        return ledger;
    }

    /** The host does not answer a node that is given back. */
    @Test
    void aKnownOwnerIsBelievedWithoutAQuestion() {
        answers.add(OF_A);
        releases.read();
        assertThat(releases.isTrue(BY_A)).isTrue();
        assertThat(releases.isTrue(by("a", "node2", "node1"))).isTrue();
    }

    @Test
    void otherReportsWaitForTheRecords() {
        answers.add(OF_A);
        assertThat(releases.isTrue(BY_B)).isFalse();
        assertThat(releases.isTrue(BY_A)).isTrue();
        answers.addAll(List.of(OF_A, OF_A));
        assertThat(releases.isTrue(by("a", "node1", "node3"))).isFalse();
        assertThat(releases.isTrue(by("a"))).isFalse();
        // The node moves to another reservation.
        answers.addAll(List.of(OF_B, UNREADABLE));
        assertThat(releases.isTrue(BY_B)).isTrue();
        assertThat(releases.isTrue(BY_A)).isFalse();
        assertThat(releases.isTrue(BY_B)).isTrue();
        assertThat(answers).isEmpty();
    }

    @Test
    void ofOtherChangesThisJobIsBelieved() {
        List<String> nodes = List.of("node1");
        for (String job : List.of("self", "a")) {
            ProcId by = new ProcId(job, 0);
            assertThat(List.of(new Grown(by, nodes, "a.1"), new Released(by, nodes), new Failed(by, nodes, "it")))
                    .allMatch(report -> releases.isTrue(report) == job.equals("self"));
        }
    }
}
