// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ValueType;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.InvitationHandler;
import org.pmixj.group.InviteRequest;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Warnings;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Ranks whose libraries speak different versions of the protocol between processes. */
class WireVersionIT {
    private static final CollectiveOptions LIMIT = CollectiveOptions.within(Await.LIMIT);
    private static final int OTHER = 1;
    /** The version of this release, {@code WireKeys.VERSION}. */
    private static final int OURS = 18;

    private static final int THEIRS = OURS + 1;

    /** Gives one rank another version, before its library has sent or received a message. */
    private static void differ(RankContext context) {
        if (context.rank() == OTHER) {
            System.setProperty("pmixj.wire.version", Integer.toString(THEIRS));
        }
    }

    private static void assertNamed(Pmix pmix, RankContext context, ThrowingCallable operation) {
        String process = context.rank() == OTHER ? "" : "process " + pmix.job().member(OTHER) + " ";
        assertThatExceptionOfType(PmixException.class)
                .isThrownBy(operation)
                .withMessageContaining(process + "speaks version " + (context.rank() == OTHER ? OURS : THEIRS) + " ")
                .withMessageContaining("version " + (context.rank() == OTHER ? THEIRS : OURS) + ":")
                .withMessageContaining("the same release");
    }

    @PmixTest(ranks = 3, nodes = 3, alone = true)
    void exchange(Pmix pmix, RankContext context) throws Exception {
        differ(context);
        GroupRequest request =
                Jobs.all(pmix, "it-versions").timeout(Await.LIMIT).build();
        // A construct that takes long fails already.
        assertNamed(
                pmix,
                context,
                () -> pmix.groups().construct(request).with(LIMIT).exchange(ValueType.INT32, 1));
        if (context.rank() != OTHER) {
            GroupRequest next = Jobs.all(pmix, "it-next").timeout(Await.LIMIT).build();
            assertNamed(pmix, context, () -> pmix.groups().construct(next));
        }
        pmix.fence();
    }

    @PmixTest(ranks = 2, nodes = 2, alone = true)
    void invitation(Pmix pmix, RankContext context) throws Exception {
        differ(context);
        if (context.rank() == OTHER) {
            pmix.groups().onInvitation(invitation -> InvitationHandler.Reply.ACCEPT);
        }
        pmix.fence();
        if (context.rank() != OTHER) {
            InviteRequest request = InviteRequest.named("it-versions")
                    .members(pmix.job().member(OTHER))
                    .timeout(Await.LIMIT)
                    .build();
            assertNamed(pmix, context, () -> pmix.groups().invite(request));
        }
        pmix.fence();
    }

    /** The process that is added drops the notice, and says why it has none. */
    @PmixTest(ranks = 2, nodes = 2, alone = true)
    void added(Pmix pmix, RankContext context) throws Exception {
        differ(context);
        if (context.rank() == OTHER) {
            try (Warnings warnings = new Warnings()) {
                // Registers for messages about groups.
                pmix.groups()
                        .construct(GroupRequest.named("it-own")
                                .members(pmix.self())
                                .build())
                        .destruct();
                warnings.await("speaks version");
            }
            GroupRequest request = GroupRequest.added("it-versions")
                    .timeout(Duration.ofSeconds(1))
                    .build();
            assertNamed(pmix, context, () -> pmix.groups().construct(request));
        } else {
            GroupRequest request = GroupRequest.named("it-versions")
                    .bootstrap(1)
                    .addMembers(pmix.job().member(OTHER))
                    .timeout(Await.LIMIT)
                    .build();
            assertNamed(pmix, context, () -> pmix.groups().construct(request));
        }
        pmix.fence();
    }
}
