// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Tag;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.Connection;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.InvitationHandler.Reply;
import org.pmixj.group.InviteRequest;
import org.pmixj.group.Members;
import org.pmixj.it.support.Await;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;
import org.pmixj.process.App;
import org.pmixj.process.SpawnRequest;
import org.pmixj.process.SpawnedJob;

/** A larger job in which ranks die and others take their places, and which connects with another one. */
class RepairedJobIT {
    private static final int WORKERS = 14;
    private static final int SPARE = 14;
    private static final int LAST = 15;
    private static final int CHILDREN = 3;

    /** Ranks 5 and 9 die; 14 is invited, 15 is added, and three processes of another job connect with all. */
    @Tag("slow")
    @PmixTest(
            ranks = 16,
            nodes = 3,
            killed = {5, 9},
            timeLimit = 300)
    void twoDieAndOthersJoin(Pmix pmix, RankContext context) throws Exception {
        List<ProcId> all = pmix.job().members();
        int rank = context.rank();
        BlockingQueue<Group> joined = new LinkedBlockingQueue<>();
        pmix.groups().onInvitation(invitation -> {
            var _ = invitation.outcome().thenAccept(joined::add);
            return Reply.ACCEPT;
        });
        pmix.fence();
        if (rank >= WORKERS) {
            context.reached("working");
        }
        List<ProcId> living = List.of();
        if (rank < WORKERS) {
            Group work = pmix.groups()
                    .construct(GroupRequest.named("it-work")
                            .members(all.subList(0, WORKERS))
                            .assignContextId()
                            .timeout(Await.LIMIT)
                            .build());
            work.fence();
            context.reached("working");
            if (rank == 5 || rank == 9) {
                context.await("working");
                context.killSelf();
            }
            living = work.awaitSize(WORKERS - 2, Await.LIMIT);
            assertThat(living)
                    .isEqualTo(Members.of(all.subList(0, WORKERS)).difference(List.of(all.get(5), all.get(9))));
            // The first exchange names the dead; the next goes on without them.
            assertThatExceptionOfType(PmixException.MemberLost.class)
                    .isThrownBy(() -> work.exchange(ValueType.INT32, rank));
            exchange(work, living);
            assertThatExceptionOfType(PmixException.MemberLost.class)
                    .isThrownBy(work::destruct)
                    .satisfies(lost -> assertThat(lost.lost()).containsExactlyInAnyOrder(all.get(5), all.get(9)));
        }
        Group repaired = rank == LAST ? null : repaired(pmix, living, joined);
        Group whole = repaired == null ? Await.next(joined) : repaired.extend(List.of(all.get(LAST)));
        List<ProcId> members = new ArrayList<>(all);
        members.removeAll(List.of(all.get(5), all.get(9)));
        assertThat(whole.members()).containsExactlyInAnyOrderElementsOf(members);
        exchange(whole, whole.members());
        connect(pmix, whole);
        whole.destruct();
    }

    private static Group repaired(Pmix pmix, List<ProcId> living, BlockingQueue<Group> joined) throws Exception {
        Group group;
        if (pmix.self().rank() == 0) {
            List<ProcId> invited = new ArrayList<>(living);
            invited.add(pmix.job().member(SPARE));
            group = pmix.groups()
                    .invite(InviteRequest.named("it-repaired")
                            .members(invited)
                            .timeout(Await.LIMIT)
                            .build());
        } else {
            group = Await.next(joined);
        }
        assertThat(group.size()).isEqualTo(WORKERS - 1);
        exchange(group, group.members());
        return group;
    }

    private static void exchange(Group group, List<ProcId> members) {
        group.fence();
        Map<ProcId, Integer> ranks = group.exchange(ValueType.INT32, group.rank());
        assertThat(ranks.keySet()).containsExactlyElementsOf(members);
        members.forEach(member -> assertThat(ranks).containsEntry(member, members.indexOf(member)));
    }

    // --- another job ------------------------------------------------------------------------------------------------

    private static void connect(Pmix pmix, Group group) throws Exception {
        boolean first = group.rank() == 0;
        SpawnedJob children = first ? spawn(pmix, group.members()) : null;
        String nspace = group.exchange(ValueType.STRING, children == null ? "" : children.nspace())
                .get(group.members().getFirst());
        connect(pmix, group.members(), String.valueOf(nspace));
        if (children != null) {
            assertThat(Await.result(children.terminated()).isSuccess()).isTrue();
        }
    }

    private static void connect(Pmix pmix, List<ProcId> parents, String children) {
        List<ProcId> members = new ArrayList<>(parents);
        members.add(ProcId.all(children));
        Connection connection = pmix.connections()
                .connect(ConnectRequest.builder()
                        .members(members)
                        .timeout(Await.LIMIT)
                        .build());
        assertThat(connection.size()).isEqualTo(parents.size() + CHILDREN);
        assertThat(connection.members().get(connection.rank())).isEqualTo(pmix.self());
        connection.disconnect();
        assertThat(pmix.connections().active()).isEmpty();
    }

    private static SpawnedJob spawn(Pmix pmix, List<ProcId> parents) {
        String[] ranks =
                parents.stream().map(parent -> Integer.toString(parent.rank())).toArray(String[]::new);
        return pmix.processes()
                .spawn(SpawnRequest.builder()
                        .apps(App.java(Child.class, ranks)
                                .jvmOptions("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                                .processes(CHILDREN)
                                .build())
                        .mapBy("node:OVERSUBSCRIBE")
                        .bindTo("none")
                        .forwardOutput()
                        .build());
    }

    static final class Child {
        public static void main(String[] ranks) throws InterruptedException {
            try (Pmix pmix = Pmix.init()) {
                String parents = pmix.job().parent().orElseThrow().nspace();
                List<ProcId> procs = new ArrayList<>();
                for (String rank : ranks) {
                    procs.add(new ProcId(parents, Integer.parseInt(rank)));
                }
                connect(pmix, procs, pmix.self().nspace());
                // PRRTE 3 removes the values of a job that has ended, which a slow parent may not have read.
                Thread.sleep(2000);
            }
        }
    }
}
