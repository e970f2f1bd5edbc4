// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group.invite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import org.junit.jupiter.api.Tag;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.group.AcceptOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Invitation;
import org.pmixj.group.InviteRequest;
import org.pmixj.group.LeaderFailurePolicy;
import org.pmixj.group.LeaderPolicy;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Departure;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Scenarios;
import org.pmixj.it.support.SubJob;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** The information of members whose group a leader has announced. */
class InfoByLeaderIT {
    private static final Key<String> NAME = Key.of("it.name", ValueType.STRING);
    private static final Key<byte[]> BYTES = Key.of("it.bytes", ValueType.BYTES);
    private static final int SILENT = 3;

    private static String name(ProcId proc) {
        return "of " + proc.rank();
    }

    private static long local(ProcId proc) {
        return 100 + proc.rank();
    }

    /** Checks the information of all members; the silent one has given none. */
    private static void assertInfo(Group group) {
        for (ProcId member : group.members()) {
            boolean isSilent = member.rank() == SILENT;
            if (isSilent) {
                assertThat(group.info(member, NAME)).isEmpty();
                assertThat(group.info(member, Keys.GROUP_LOCAL_CID)).isEmpty();
            } else {
                assertThat(group.info(member, NAME)).hasValue(name(member));
                assertThat(group.info(member, Keys.GROUP_LOCAL_CID)).contains(local(member));
            }
            assertThat(group.info(member, BYTES)).isEmpty();
        }
    }

    private static void construct(SubJob job, int victim) throws Exception {
        List<ProcId> all = job.members();
        job.fence();
        Departure death = Departure.of(job, victim);
        death.dieWhileOthersWait("construct");
        GroupRequest.Builder request = GroupRequest.named(death.id())
                .members(all)
                .leader(all.get(0))
                .policy(LeaderPolicy.goOn())
                .whenLeaderFails(LeaderFailurePolicy.takeOver());
        if (job.rank() != SILENT) {
            request.info(NAME, name(job.pmix().self()))
                    .localContextId(local(job.pmix().self()));
        }
        Group group = job.pmix().groups().construct(request.build());
        assertThat(group.members()).containsExactlyInAnyOrderElementsOf(death.rest());
        assertInfo(group);
        // Others gave information, which requests one.
        assertThat(group.contextId()).isPresent();
        group.destruct();
        // The next group of the id has none of it.
        Group next = job.pmix()
                .groups()
                .construct(GroupRequest.named(death.id())
                        .members(death.rest())
                        .assignContextId()
                        .build());
        assertThat(next.info(death.rest().getFirst(), NAME)).isEmpty();
        next.destruct();
    }

    /** A member dies, and then the leader. */
    @Tag("row:construct-17")
    @Tag("row:construct-22")
    @PmixTest(
            ranks = 5,
            nodes = 3,
            killed = {2, 4})
    void constructWithoutTheDead(Pmix pmix, RankContext context) throws Exception {
        Scenarios scenarios = new Scenarios(pmix, context);
        scenarios.run(job -> construct(job, 2), 0, 1, 2, SILENT);
        scenarios.run(job -> construct(job, 0), 4, 0, 1, SILENT);
    }

    @PmixTest(
            ranks = 4,
            nodes = {1, 3})
    void invitation(Pmix pmix, RankContext context) throws Exception {
        List<ProcId> all = pmix.job().members();
        BlockingQueue<Invitation> invitations = Jobs.inbox(pmix);
        pmix.fence();
        Group group;
        if (context.rank() == 0) {
            group = pmix.groups()
                    .invite(InviteRequest.named("it-invited")
                            .members(all)
                            .info(NAME, name(pmix.self()))
                            .localContextId(local(pmix.self()))
                            .build());
        } else if (context.rank() == SILENT) {
            group = Await.next(invitations).accept();
        } else {
            AcceptOptions options =
                    AcceptOptions.defaults().withInfo(NAME, name(pmix.self())).withLocalContextId(local(pmix.self()));
            assertThat(options.info().size()).isEqualTo(2);
            group = Await.next(invitations).with(options).accept();
        }
        assertThat(group.members()).isEqualTo(all);
        assertInfo(group);
        group.fence();
        group.destruct();
        pmix.fence();
    }

    @PmixTest(ranks = 4)
    void sizeIsLimited(Pmix pmix, RankContext context) throws Exception {
        List<ProcId> all = pmix.job().members();
        BlockingQueue<Invitation> invitations = Jobs.inbox(pmix);
        pmix.fence();
        Group group;
        if (context.rank() == 0) {
            InviteRequest.Builder request = InviteRequest.named("it-large").members(all);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> pmix.groups()
                            .invite(InviteRequest.named("it-large")
                                    .members(all)
                                    .info(BYTES, new byte[9 << 20])
                                    .build()))
                    .withMessageContaining("it-large")
                    .withMessageContaining("each of the 4 members");
            group = pmix.groups().invite(request.info(BYTES, new byte[7 << 20]).build());
        } else {
            Invitation invitation = Await.next(invitations);
            AcceptOptions large = AcceptOptions.defaults().withInfo(BYTES, new byte[9 << 20]);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> invitation.with(large).accept())
                    .withMessageContaining("it-large")
                    .withMessageContaining("each of the 4 members");
            assertThat(invitation.isOpen()).isTrue();
            group = invitation
                    .with(AcceptOptions.defaults().withInfo(BYTES, new byte[7 << 20]))
                    .accept();
        }
        for (ProcId member : all) {
            assertThat(group.info(member, BYTES))
                    .hasValueSatisfying(bytes -> assertThat(bytes).hasSize(7 << 20));
        }
        group.destruct();
        Jobs.useGroup(pmix, "it-large", all);
    }

    @PmixTest(ranks = 1)
    void requestsAreChecked(Pmix pmix) {
        AcceptOptions accept = AcceptOptions.defaults();
        InviteRequest.Builder invite = InviteRequest.named("it-checked");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> accept.withInfo(Keys.JOB_SIZE, 1L))
                .withMessageContaining("reserves");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> invite.info(Keys.JOB_SIZE, 1L))
                .withMessageContaining("it-checked");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> invite.info(NAME, "a").info(NAME, "b"))
                .withMessageContaining("twice");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> accept.withLocalContextId(-1))
                .withMessageContaining("negative");
        // A process without companions leads itself.
        Group group = pmix.groups()
                .invite(invite.members(pmix.self()).localContextId(5).build());
        assertThat(group.info(pmix.self(), NAME)).hasValue("a");
        assertThat(group.info(pmix.self(), Keys.GROUP_LOCAL_CID)).contains(5L);
        group.close();
        assertThatIllegalStateException().isThrownBy(group::rank);
    }
}
