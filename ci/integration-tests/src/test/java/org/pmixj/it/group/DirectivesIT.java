// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.pmixj.it.support.Await.LIMIT;

import java.lang.foreign.Arena;
import java.lang.reflect.Field;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.pmixj.FenceRequest;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.Connection;
import org.pmixj.connect.DisconnectRequest;
import org.pmixj.group.AcceptOptions;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Invitation;
import org.pmixj.group.InviteRequest;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.data.FenceCall;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.internal.ffi.NativeCallback;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.UnderWay;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Directives of requests that are passed to libpmix as they are. */
class DirectivesIT {
    private static final Key<String> KEY = Key.of("it.directive", ValueType.STRING);
    private static final Info DIRECTIVE = Info.of(KEY, "as it is");

    private static void assertRefused(Consumer<Info> add, Info directive, String method) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> add.accept(directive))
                .withMessage("directive " + directive.key() + ": use " + method + " instead");
    }

    @PmixTest(ranks = 1)
    void thoseOfPmixjAreRefused(Pmix pmix) {
        GroupRequest.Builder group = GroupRequest.named("it-group");
        InviteRequest.Builder invite = InviteRequest.named("it-group");
        AcceptOptions.Builder accept = AcceptOptions.builder();
        FenceRequest.Builder fence = FenceRequest.builder();
        ConnectRequest.Builder connect = ConnectRequest.builder();
        DisconnectRequest.Builder disconnect = DisconnectRequest.builder();
        CollectiveOptions options = CollectiveOptions.defaults();
        Info timeout = Info.of(Keys.TIMEOUT, LIMIT);
        assertRefused(group::directive, timeout, "GroupRequest.Builder.timeout");
        assertRefused(invite::directive, timeout, "InviteRequest.Builder.timeout");
        assertRefused(accept::directive, timeout, "AcceptOptions.Builder.timeout");
        assertRefused(fence::directive, timeout, "FenceRequest.Builder.timeout");
        assertRefused(connect::directive, timeout, "ConnectRequest.Builder.timeout");
        assertRefused(disconnect::directive, timeout, "DisconnectRequest.Builder.timeout");
        assertRefused(options::directive, timeout, "CollectiveOptions.within");
        assertRefused(fence::directive, Info.flag(Keys.COLLECT_DATA), "FenceRequest.Builder.collectData");
        assertRefused(
                group::directive,
                Info.flag(Keys.GROUP_ASSIGN_CONTEXT_ID).asRequired(),
                "GroupRequest.Builder.assignContextId");
        assertRefused(options::directive, Info.flag(Keys.GROUP_FT_COLLECTIVE), "GroupRequest.Builder.faultTolerant");
        assertRefused(invite::directive, Info.flag(Keys.GROUP_OPTIONAL), "InviteRequest.Builder.policy");
        for (Info own :
                List.of(Info.of(Key.of("org.pmixj.own", ValueType.INT32), 1), Info.flag(Keys.EVENT_DO_NOT_CACHE))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> options.directive(own))
                    .withMessageContaining("sets it itself");
        }
        // A directive is no setting of another request.
        assertThat(fence.directive(Info.flag(Keys.GROUP_OPTIONAL)).build().directives())
                .containsExactly(Info.flag(Keys.GROUP_OPTIONAL));
        Group alone = pmix.groups()
                .construct(group.members(pmix.self()).directive(DIRECTIVE).build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> alone.exchange(ValueType.INT32, 1, options.directive(DIRECTIVE)))
                .withMessageContaining("takes no directives");
        alone.close();
    }

    /** Returns the directive of a fence or connect that is under way, as libpmix has received it. */
    private static PmixValue passed(String title) throws Exception {
        for (NativeCallback call : InFlight.all()) {
            if (call instanceof FenceCall && call.what().contains(title)) {
                Field field = FenceCall.class.getDeclaredField("infos");
                field.setAccessible(true);
                InfoArray infos = (InfoArray) field.get(call);
                try (Arena arena = Arena.ofConfined()) {
                    return InfoArray.find(infos.segment(), infos.size(), arena.allocateFrom(KEY.name()));
                }
            }
        }
        throw new AssertionError(title + " is not under way");
    }

    private static String point(String title) {
        return title.replace(' ', '-') + "-passed";
    }

    private static void assertPassed(Pmix pmix, RankContext context, String title, CompletableFuture<?> call)
            throws Exception {
        String point = point(title);
        if (context.rank() == 0) {
            UnderWay.awaitCall(pmix, title);
            assertThat(passed(title)).isEqualTo(DIRECTIVE.value());
            context.reached(point);
        }
        assertThat(call).succeedsWithin(LIMIT);
    }

    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void collectivesPassThem(Pmix pmix, RankContext context) throws Exception {
        CollectiveOptions options = CollectiveOptions.within(LIMIT).directive(DIRECTIVE);
        FenceRequest job = FenceRequest.builder().directive(DIRECTIVE).build();
        Group group = pmix.groups()
                .construct(Jobs.all(pmix, "it-group").directive(DIRECTIVE).build());
        for (String title : List.of("fence", "fence of group")) {
            if (context.rank() != 0) {
                context.await(point(title), 0);
            }
            assertPassed(
                    pmix, context, title, title.equals("fence") ? pmix.fenceAsync(job) : group.fenceAsync(options));
        }
        group.duplicate("it-copy", options).destruct(options);
        group.destruct(options);
        ConnectRequest request = ConnectRequest.builder()
                .members(pmix.job().members())
                .directive(DIRECTIVE)
                .build();
        assertThat(request.toBuilder().build()).isEqualTo(request);
        Connection connection = pmix.connections().connect(request);
        connection.fence(options);
        connection.disconnect(DisconnectRequest.builder().directive(DIRECTIVE).build());
        pmix.fence();
    }

    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void eventsCarryThem(Pmix pmix, RankContext context) throws Exception {
        List<ProcId> all = pmix.job().members();
        BlockingQueue<Invitation> invitations = Jobs.inbox(pmix);
        try (Seen invited = new Seen(pmix.events().on(Statuses.GROUP_INVITED));
                Seen accepted = new Seen(pmix.events().on(Statuses.GROUP_INVITE_ACCEPTED));
                Seen left = new Seen(pmix.events().on(Statuses.GROUP_LEFT))) {
            pmix.fence();
            Group group;
            if (context.rank() == 0) {
                group = pmix.groups()
                        .invite(InviteRequest.named("it-invited")
                                .members(all)
                                .directive(DIRECTIVE)
                                .build());
                for (int i = 1; i < all.size(); i++) {
                    assertThat(accepted.next().attributes().get(KEY)).hasValue("as it is");
                }
            } else {
                group = Await.next(invitations)
                        .accept(AcceptOptions.builder().directive(DIRECTIVE).build());
                assertThat(invited.next().attributes().get(KEY)).hasValue("as it is");
            }
            pmix.fence();
            if (context.rank() == 2) {
                assertThat(group.leaveAsync(CollectiveOptions.defaults().directive(DIRECTIVE)))
                        .succeedsWithin(LIMIT);
            } else {
                assertThat(left.next().attributes().get(KEY)).hasValue("as it is");
                group.destruct();
            }
            pmix.fence();
        }
    }
}
