// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmixj.it.support.Await.LIMIT;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.pmixj.FenceRequest;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.group.Group;
import org.pmixj.group.GroupEvent;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Members;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.MemoryByTenth;
import org.pmixj.junit.PmixTest;

/**
 * Groups that are constructed, used and destructed by the thousand, with ids that are used again, members in another
 * order each time, and members that leave: nothing is lost, nothing is left over, and memory is flat. Run by {@code
 * ci/test soak}; {@code -Dpmixj.soak.cycles=1000} makes it shorter.
 */
@Tag("soak")
class GroupSoakIT {
    private static final int CYCLES = Integer.getInteger("pmixj.soak.cycles", 10_000);
    private static final int TENTHS = 10;
    private static final int IDS = 40;
    private static final long SEED = 20_261_121;

    private final AtomicInteger leftEvents = new AtomicInteger();
    private final AtomicInteger updates = new AtomicInteger();
    private int expectedLeft;

    /** The plan of a cycle, which all ranks know beforehand. */
    private record Cycle(String id, List<ProcId> order, List<ProcId> leavers) {
        static Cycle of(int number, List<ProcId> all) {
            Random random = new Random(SEED + number);
            List<ProcId> order = new ArrayList<>(all);
            Collections.shuffle(order, random);
            // Of eight cycles one has members that leave, one or two of them.
            int leaving = random.nextInt(8) == 0 ? 1 + random.nextInt(2) : 0;
            return new Cycle("soak-" + number % IDS, List.copyOf(order), List.copyOf(order.subList(0, leaving)));
        }

        Members rest() {
            return Members.of(order).difference(leavers);
        }
    }

    private static void fence(Pmix pmix, Group group) {
        // Without data, of which libpmix keeps all that ever came from other nodes.
        pmix.fence(FenceRequest.of(group).withoutData());
    }

    private void run(Pmix pmix, Cycle cycle) throws InterruptedException {
        Group group = pmix.groups()
                .construct(GroupRequest.named(cycle.id).members(cycle.order).build());
        assertThat(group.members()).isEqualTo(cycle.order);
        boolean leaves = cycle.leavers.contains(pmix.self());
        if (!leaves) {
            group.onChange(this::count);
        }
        fence(pmix, group);
        if (leaves) {
            // The other one that leaves may be before this one or not.
            group.close();
            return;
        }
        expectedLeft += cycle.leavers.size();
        Await.until(LIMIT, () -> group.members().equals(cycle.rest()));
        assertThat(group.members()).isEqualTo(cycle.rest());
        if (!cycle.leavers.isEmpty()) {
            fence(pmix, group);
        }
        group.destruct();
    }

    private void count(GroupEvent event) {
        if (event instanceof GroupEvent.MemberLeft) {
            leftEvents.incrementAndGet();
        } else if (event instanceof GroupEvent.MembershipUpdated) {
            updates.incrementAndGet();
        }
    }

    // What is touched of the heap for the first time is no leak.
    @PmixTest(
            ranks = 6,
            nodes = 3,
            timeLimit = 3600,
            jvm = {"-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch"})
    void constructUseDestructWithRandomLeaves(Pmix pmix) throws Exception {
        List<ProcId> all = pmix.job().members();
        MemoryByTenth memory = new MemoryByTenth();
        long begin = System.nanoTime();
        for (int tenth = 0; tenth < TENTHS; tenth++) {
            for (int i = 0; i < CYCLES / TENTHS; i++) {
                run(pmix, Cycle.of(tenth * CYCLES / TENTHS + i, all));
            }
            pmix.fence();
            requireNothingLeft(pmix);
            memory.measure();
            pmix.fence();
        }
        System.out.println("rank " + pmix.self().rank() + ": " + CYCLES + " cycles in "
                + (System.nanoTime() - begin) / 1_000_000_000 + " s, " + leftEvents + " departures");
        memory.requireFlat("rank " + pmix.self().rank() + ": " + CYCLES + " groups");
    }

    /** Checks that no groups, operations or timers are left, and that every departure was reported once. */
    private void requireNothingLeft(Pmix pmix) throws InterruptedException {
        Session session = Session.current();
        Await.until(
                Duration.ofSeconds(10),
                () -> GroupTable.of(session).size() == 0
                        && session.timers.size() == 0
                        && InFlight.size() == 0
                        && leftEvents.get() >= expectedLeft
                        && updates.get() >= expectedLeft);
        assertThat(pmix.groups().active()).isEmpty();
        assertThat(GroupTable.of(session).size()).as("groups").isZero();
        assertThat(InFlight.size()).as("operations in flight").isZero();
        assertThat(session.timers.size()).as("timers").isZero();
        assertThat(leftEvents).hasValue(expectedLeft);
        assertThat(updates).hasValue(expectedLeft);
    }
}
