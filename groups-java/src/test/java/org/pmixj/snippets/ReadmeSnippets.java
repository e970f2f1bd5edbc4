// SPDX-License-Identifier: Apache-2.0
package org.pmixj.snippets;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.Connection;
import org.pmixj.event.EventDetail;
import org.pmixj.event.EventOutcome;
import org.pmixj.group.Group;
import org.pmixj.group.InvitationHandler;
import org.pmixj.group.InviteRequest;
import org.pmixj.group.LeaderDecision;
import org.pmixj.group.LeaderPolicy;

/** Holds the examples of the README, which {@link SnippetsTest} compares. */
@SuppressWarnings({"unused", "try", "FutureReturnValueIgnored"})
final class ReadmeSnippets {
    private static final Key<String> ADDRESS = Key.of("myapp.address", ValueType.STRING);

    void split(Group group, int port) {
        // @start region="split"
        Group half = group.split(group.rank() % 2, 0).orElseThrow(); // without a colour there is no group
        Map<ProcId, Integer> ports = half.exchange(ValueType.INT32, port); // in the order of the ranks in half
        half.destruct(); // all its members together
        // @end
    }

    void invite(Pmix pmix, Consumer<Group> work, List<ProcId> workers, Queue<ProcId> spare) {
        // @start region="invite"
        pmix.groups()
                .onInvitation(
                        invitation -> { // in those who are invited
                            invitation.outcome().thenAccept(work);
                            return InvitationHandler.Reply.ACCEPT;
                        });

        Group team = pmix.groups() // in the one who leads
                .invite(InviteRequest.named(pmix.groups().uniqueId("team"))
                        .members(workers)
                        .answerWithin(Duration.ofSeconds(5))
                        .policy(
                                answer -> { // without one that declines, dies or is silent, or with another
                                    ProcId next = answer.kind() == LeaderPolicy.Kind.ACCEPTED ? null : spare.poll();
                                    return next == null ? LeaderDecision.goOn() : LeaderDecision.replace(next);
                                })
                        .build());
        // @end
    }

    void connect(Pmix pmix, String other) {
        // @start region="connect"
        ConnectRequest request = ConnectRequest.builder()
                .members(ProcId.all(pmix.self().nspace()), ProcId.all(other))
                .timeout(Duration.ofSeconds(30))
                .build();
        try (Connection both = pmix.connections().connect(request)) { // when all processes of both have called it
            both.fence();
            String address = pmix.get(both.member(0), ADDRESS); // rank 0 of the connection
            both.disconnect(); // all together; an exception before this leaves alone
        }
        // @end
    }

    void events(Pmix pmix) {
        // @start region="events"
        PmixStatus halfWay = new PmixStatus(-3001); // an application's own codes are below -3000
        pmix.events().on(halfWay).named("progress").register(event -> {
            System.out.println(event.source() + ": " + event.text());
            return EventOutcome.partial(); // the next handler of the chain is called
        });
        pmix.events().on(EventDetail.ProcessTerminated.codes()).register(event -> {
            System.out.println(event.detail()); // who died, and how
            return EventOutcome.partial();
        });
        pmix.fence(); // now everybody has registered
        pmix.events().notify(halfWay).toNamespace().text("half way").send();
        // @end
    }
}
