// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.elastic.AllocationEvent;
import org.pmixj.elastic.AllocationEvent.Releasing;
import org.pmixj.internal.base.StatusCodes;

class ReleasesTest {
    private static final Ledger OF_A = new Ledger("", Map.of("a.1", List.of("node1", "node2")), Set.of());
    private static final Ledger OF_B = new Ledger("", Map.of("b.1", List.of("node1")), Set.of());
    private static final Releasing BY_A = by("a", "node1");
    private static final Releasing BY_B = by("b", "node1");

    private final BlockingQueue<Ledger> answers = new SynchronousQueue<>();
    private final Semaphore questions = new Semaphore(0);
    private final BlockingQueue<AllocationEvent> believed = new LinkedBlockingQueue<>();
    private final Releases releases = new Releases(this::answer, believed::add);

    private static Releasing by(String job, String... nodes) {
        return new Releasing(new ProcId(job, 0), List.of(nodes));
    }

    private Ledger answer() {
        questions.release();
        try {
            Ledger ledger = answers.take();
            if (!ledger.failure().isEmpty()) {
                throw new PmixException(ledger.failure(), new PmixStatus(StatusCodes.NOT_FOUND));
            }
            return ledger;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void question() throws InterruptedException {
        assertThat(questions.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
    }

    private void answer(Ledger ledger) throws InterruptedException {
        assertThat(answers.offer(ledger, 1, TimeUnit.MINUTES)).isTrue();
    }

    private AllocationEvent next() throws InterruptedException {
        return believed.poll(1, TimeUnit.MINUTES);
    }

    /** The host does not answer a node that is given back. */
    @Test
    void aKnownOwnerIsBelievedWithoutAQuestion() throws InterruptedException {
        Thread reader = new Thread(releases::read);
        reader.start();
        answer(OF_A);
        reader.join();
        releases.reported(BY_A);
        releases.reported(by("a", "node2", "node1"));
        assertThat(believed).containsExactly(BY_A, by("a", "node2", "node1"));
    }

    @Test
    void otherReportsWaitForTheRecords() throws InterruptedException {
        releases.reported(BY_B);
        question();
        // They are asked for once more for all that arrives meanwhile.
        releases.reported(BY_A);
        releases.reported(by("a", "node1", "node3"));
        releases.reported(by("a"));
        answer(OF_A);
        answer(OF_A);
        assertThat(next()).isEqualTo(BY_A);
        assertThat(believed).isEmpty();
        // The node moves to another reservation.
        releases.reported(BY_B);
        answer(OF_B);
        assertThat(next()).isEqualTo(BY_B);
        releases.reported(BY_A);
        answer(new Ledger("no records", Map.of(), Set.of()));
        releases.reported(BY_B);
        assertThat(believed).containsExactly(BY_B);
    }
}
