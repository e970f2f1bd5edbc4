// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.adapters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.Receiver;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.pmixj.Pmix;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Smoke;
import org.pmixj.jgroups.PmixPing;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** JGroups clusters whose members find each other by PMIx. */
@Order(2)
class JGroupsIT {
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();

    /** Creates a channel without any failure detector and merge protocol: what is found and lost, is so by PMIx. */
    private JChannel channel(Pmix pmix) throws Exception {
        TCP tcp = new TCP();
        tcp.setBindAddress(InetAddress.getByName(pmix.node().hostname()));
        GMS membership = new GMS();
        // One that gave up on a busy machine would stay alone, as nothing merges clusters here.
        membership.setMaxJoinAttempts(0);
        JChannel channel = new JChannel(tcp, new PmixPing(), new NAKACK2(), new UNICAST3(), new STABLE(), membership);
        channel.setName("rank-" + pmix.self().rank());
        channel.setReceiver(new Receiver() {
            @Override
            public void receive(Message message) {
                received.add(message.getObject());
            }
        });
        return channel;
    }

    private static List<String> names(JChannel channel) {
        return channel.getView().getMembers().stream().map(Address::toString).toList();
    }

    private static void awaitSize(JChannel channel, int size) throws InterruptedException {
        Await.until("the view has " + size + " members", () -> channel.getView().size() == size);
    }

    @Smoke
    @PmixTest(ranks = 3, nodes = 3, killed = 2)
    void theViewHasAllMembersAndLosesTheDead(Pmix pmix, RankContext context) throws Exception {
        try (JChannel channel = channel(pmix)) {
            channel.connect("it-cluster");
            awaitSize(channel, 3);
            assertThat(names(channel)).containsExactlyInAnyOrder("rank-0", "rank-1", "rank-2");
            context.reached("all");
            context.await("all");
            if (context.rank() == 2) {
                context.killSelf();
            }
            awaitSize(channel, 2);
            assertThat(names(channel)).containsExactlyInAnyOrder("rank-0", "rank-1");

            channel.send(new ObjectMessage(null, "from " + context.rank()));
            assertThat(List.of(Await.next(received), Await.next(received)))
                    .containsExactlyInAnyOrder("from 0", "from 1");
            // A member that leaves is no dead one.
            context.reached("received");
            context.await("received", 0, 1);
        }
    }

    /** The one that dies is the first of the view, which coordinates the others. */
    @PmixTest(
            ranks = 4,
            killed = {0, 1, 2, 3})
    void coordinatorsDie(Pmix pmix, RankContext context) throws Exception {
        try (JChannel channel = channel(pmix)) {
            channel.connect("it-coordinators");
            for (int size = 4; size > 1; size--) {
                awaitSize(channel, size);
                String point = "size-" + size;
                context.reached(point);
                if (names(channel).getFirst().equals(channel.getName())) {
                    int[] others = names(channel).stream()
                            .skip(1)
                            .mapToInt(name -> Integer.parseInt(name.substring("rank-".length())))
                            .toArray();
                    context.await(point, others);
                    context.killSelf();
                }
            }
            awaitSize(channel, 1);
            assertThat(names(channel)).containsExactly(channel.getName());
            context.killSelf();
        }
    }

    /** By the same channel, and by another one. */
    @PmixTest(ranks = 3)
    void aClusterIsLeftAndJoinedAgain(Pmix pmix, RankContext context) throws Exception {
        for (String name : List.of("one", "two")) {
            try (JChannel channel = channel(pmix)) {
                for (int round = 0; round < 2; round++) {
                    channel.connect("it-again");
                    awaitSize(channel, 3);
                    context.reached(name + "-" + round);
                    context.await(name + "-" + round);
                    channel.disconnect();
                    pmix.fence();
                }
            }
        }
    }

    /** The key that PmixPing forms of this name is too long. */
    @Tag("slow")
    @PmixTest(ranks = 3)
    void anAttemptThatFailsInOneRankDoesNotCount(Pmix pmix, RankContext context) throws Exception {
        try (JChannel channel = channel(pmix)) {
            if (context.rank() == 1) {
                assertThatThrownBy(() -> channel.connect("x".repeat(600)))
                        .hasMessageContaining("org.pmixj.jgroups.0.xxx");
            }
            channel.connect("it-retried");
            awaitSize(channel, 3);
            // Who leaves before another one has seen all three makes them fewer for it.
            Jobs.meet(context, "all-three");
        }
    }

    @PmixTest(ranks = 1)
    void oneRankIsAClusterOfItsOwn(Pmix pmix) throws Exception {
        try (JChannel channel = channel(pmix)) {
            channel.connect("it-alone");
            assertThat(names(channel)).containsExactly("rank-0");
        }
    }
}
