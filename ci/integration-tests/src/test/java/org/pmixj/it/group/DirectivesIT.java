// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.pmixj.it.support.Await.LIMIT;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmixj.Attributes;
import org.pmixj.FenceRequest;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
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
import org.pmixj.it.conformance.Conforms;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.CCode;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.Seen;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Directives of requests that are passed to libpmix as they are. */
class DirectivesIT {
    private static final Key<String> KEY = Key.of("it.directive", ValueType.STRING);
    private static final Attributes DIRECTIVE = Attributes.of(KEY, "as it is");
    private static final long RANKS = 3;

    @TempDir
    Path work;

    private static void assertRefused(Consumer<Attributes> add, Info directive, String method) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> add.accept(Attributes.of(List.of(directive))))
                .withMessage("directive " + directive.key() + ": use " + method + " instead");
    }

    @PmixTest(ranks = 1)
    void thoseOfPmixjAreRefused(Pmix pmix) {
        GroupRequest.Builder group = GroupRequest.named("it-group");
        InviteRequest.Builder invite = InviteRequest.named("it-group");
        AcceptOptions accept = AcceptOptions.defaults();
        FenceRequest fence = FenceRequest.ofJob();
        ConnectRequest.Builder connect = ConnectRequest.builder();
        DisconnectRequest disconnect = DisconnectRequest.defaults();
        CollectiveOptions options = CollectiveOptions.defaults();
        Info timeout = Info.of(Keys.TIMEOUT, LIMIT);
        assertRefused(group::directives, timeout, "GroupRequest.Builder.timeout");
        assertRefused(invite::directives, timeout, "InviteRequest.Builder.timeout");
        assertRefused(accept::withDirectives, timeout, "AcceptOptions.withTimeout");
        assertRefused(fence::withDirectives, timeout, "FenceRequest.withTimeout");
        assertRefused(connect::directives, timeout, "ConnectRequest.Builder.timeout");
        assertRefused(disconnect::withDirectives, timeout, "DisconnectRequest.withTimeout");
        assertRefused(options::withDirectives, timeout, "CollectiveOptions.within");
        assertRefused(fence::withDirectives, Info.flag(Keys.COLLECT_DATA), "FenceRequest.withoutData");
        assertRefused(
                group::directives,
                Info.flag(Keys.GROUP_ASSIGN_CONTEXT_ID).asRequired(),
                "GroupRequest.Builder.assignContextId");
        assertRefused(
                options::withDirectives, Info.flag(Keys.GROUP_FT_COLLECTIVE), "GroupRequest.Builder.faultTolerant");
        assertRefused(invite::directives, Info.flag(Keys.GROUP_OPTIONAL), "InviteRequest.Builder.policy");
        for (Info own : List.of(
                Info.of(Key.of("org.pmixj.own", ValueType.INT32), 1),
                Info.flag(Keys.EVENT_DO_NOT_CACHE),
                Info.of(Keys.GROUP_ID, "it-another"))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> options.withDirectives(Attributes.of(List.of(own))))
                    .withMessageContaining("sets it itself");
        }
        // A directive is no setting of another request.
        assertThat(fence.withDirectives(Attributes.of(Keys.GROUP_OPTIONAL, true))
                        .directives())
                .containsExactly(Info.flag(Keys.GROUP_OPTIONAL));
        Group alone = pmix.groups()
                .construct(group.members(pmix.self()).directives(DIRECTIVE).build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> alone.with(options.withDirectives(DIRECTIVE)).exchange(ValueType.INT32, 1))
                .withMessageContaining("takes no directives");
        alone.close();
    }

    /** Gives each operation a directive with a text of its own. */
    static final class Main {
        private static Attributes directive(String text) {
            return Attributes.of(KEY, text);
        }

        private static CollectiveOptions with(String text) {
            return CollectiveOptions.within(LIMIT).withDirectives(directive(text));
        }

        public static void main(String[] args) {
            try (Pmix pmix = Pmix.builder().defaultTimeout(LIMIT).init()) {
                pmix.fence(FenceRequest.ofJob().withDirectives(directive("job")));
                Group group = pmix.groups()
                        .construct(Jobs.all(pmix, "it-group")
                                .directives(directive("group"))
                                .build());
                group.with(with("group")).fence();
                group.with(with("later")).fenceAsync().join();
                pmix.groups()
                        .construct(Jobs.all(pmix, "it-copy")
                                .directives(directive("copy"))
                                .build())
                        .with(with("copy"))
                        .destruct();
                group.with(with("group")).leave();
                ConnectRequest request = ConnectRequest.builder()
                        .members(pmix.job().members())
                        .directives(directive("connection"))
                        .build();
                assertThat(request.toBuilder().build()).isEqualTo(request);
                Connection connection = pmix.connections().connect(request);
                pmix.fence(FenceRequest.of(connection.all()).withDirectives(directive("connection")));
                pmix.connections()
                        .disconnect(
                                connection.namespace(),
                                DisconnectRequest.defaults().withDirectives(directive("connection")));
                pmix.fence();
            }
        }
    }

    /** Each rank loads {@code native/tests/spy.c} in place of libpmix, which prints what it passes on. */
    @Tag("row:construct-6")
    @Tag("row:destruct-4")
    @Conforms(nodes = 3)
    @ParameterizedTest
    @ValueSource(ints = 3)
    void libpmixReceivesThem(int nodes) throws Exception {
        Launched.needsLauncher();
        Path spy = work.resolve("libspy.so");
        CCode.compile(work, "-shared", "-fPIC", "-o", spy.toString(), CCode.source("spy.c"), "-ldl");
        List<String> command = new ArrayList<>(Launched.onNodes(nodes));
        command.addAll(List.of("prterun", "--map-by", Launched.mapBy(nodes), "-n", Long.toString(RANKS)));
        command.addAll(List.of("env", "PMIXJ_LIBRARY=" + spy));
        command.addAll(Launched.java(Main.class));
        Launched job = Launched.run(work, command, Map.of());
        assertThat(job.exit()).as(job.output()).isZero();
        Map<String, Long> calls = job.output()
                .lines()
                .filter(line -> line.startsWith("spy: "))
                .collect(Collectors.groupingBy(line -> line.substring("spy: ".length()), Collectors.counting()));
        // The last that leaves has nobody to notify, and ends the group instead.
        long left = calls.getOrDefault("PMIx_Group_leave_nb group", 0L)
                + calls.getOrDefault("PMIx_Group_destruct_nb group", 0L);
        assertThat(left).as(job.output()).isEqualTo(RANKS);
        assertThat(calls)
                .containsAllEntriesOf(Map.of(
                        "PMIx_Fence_nb job", RANKS,
                        "PMIx_Group_construct_nb group", RANKS,
                        "PMIx_Fence_nb group", RANKS,
                        "PMIx_Fence_nb later", RANKS,
                        "PMIx_Group_construct_nb copy", RANKS,
                        "PMIx_Group_destruct_nb copy", RANKS,
                        "PMIx_Connect_nb connection", RANKS,
                        "PMIx_Fence_nb connection", RANKS,
                        "PMIx_Disconnect_nb connection", RANKS));
    }

    @Tag("row:leave-1")
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
                                .directives(DIRECTIVE)
                                .build());
                for (int i = 1; i < all.size(); i++) {
                    assertThat(accepted.next().attributes().get(KEY)).hasValue("as it is");
                }
            } else {
                group = Await.next(invitations)
                        .with(AcceptOptions.defaults().withDirectives(DIRECTIVE))
                        .accept();
                assertThat(invited.next().attributes().get(KEY)).hasValue("as it is");
            }
            pmix.fence();
            if (context.rank() == 2) {
                assertThat(group.with(CollectiveOptions.defaults().withDirectives(DIRECTIVE))
                                .leaveAsync())
                        .succeedsWithin(LIMIT);
            } else {
                Attributes told = left.next().attributes();
                while (!told.get(Keys.GROUP_ID).equals(Optional.of("it-invited"))) {
                    // An earlier test's, of the same job.
                    told = left.next().attributes();
                }
                assertThat(told.get(KEY)).hasValue("as it is");
                group.destruct();
            }
            pmix.fence();
        }
    }
}
