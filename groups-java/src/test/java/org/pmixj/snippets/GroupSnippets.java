// SPDX-License-Identifier: Apache-2.0
package org.pmixj.snippets;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.group.AcceptOptions;
import org.pmixj.group.CollectiveOptions;
import org.pmixj.group.Group;
import org.pmixj.group.GroupEvent;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Invitation;
import org.pmixj.group.InvitationHandler;
import org.pmixj.group.InviteRequest;
import org.pmixj.group.LeaderDecision;
import org.pmixj.group.LeaderFailurePolicy;
import org.pmixj.group.LeaderPolicy;
import org.pmixj.group.Members;

/** Holds the examples of the Javadoc. They are compiled with the tests, and nobody runs them. */
@SuppressWarnings({"unused", "try", "FutureReturnValueIgnored"})
final class GroupSnippets {
    void options(Group group) {
        // @start region="options"
        group.with(CollectiveOptions.within(Duration.ofSeconds(5))).fence();
        // @end
    }

    void changes(Group group) {
        // @start region="changes"
        group.onChange(event -> {
            switch (event) {
                case GroupEvent.MemberFailed failed -> System.out.println(failed.proc() + " failed");
                case GroupEvent.MembershipUpdated updated -> System.out.println("now " + updated.members());
                default -> {}
            }
        });
        // @end
    }

    void collective(Pmix pmix) {
        // @start region="collective"
        GroupRequest request = GroupRequest.named("myapp-solvers")
                .members(pmix.job().members())
                .timeout(Duration.ofSeconds(10))
                .build();
        // @end
    }

    void bootstrap() {
        // @start region="bootstrap"
        GroupRequest request = GroupRequest.named("myapp-services").bootstrap(3).build();
        // @end
    }

    void added() {
        // @start region="added"
        GroupRequest request = GroupRequest.added("myapp-services").build();
        // @end
    }

    void construct(Pmix pmix) {
        // @start region="construct"
        Group group = pmix.groups()
                .construct(GroupRequest.named("myapp-solvers")
                        .members(pmix.job().members())
                        .build());
        // @end
    }

    void constructAsync(Pmix pmix, GroupRequest request) {
        // @start region="construct-async"
        pmix.groups().constructAsync(request).thenAccept(group -> System.out.println(group.members()));
        // @end
    }

    void invitation(Pmix pmix) {
        // @start region="invitation"
        pmix.groups().onInvitation(invitation -> {
            invitation.outcome().thenAccept(group -> System.out.println(group.members()));
            return InvitationHandler.Reply.ACCEPT;
        });
        // @end
    }

    void invite(List<ProcId> idle) {
        // @start region="invite"
        InviteRequest request = InviteRequest.named("myapp-workers")
                .members(idle)
                .policy(LeaderPolicy.goOn())
                .timeout(Duration.ofSeconds(10))
                .build();
        // @end
    }

    void policy(ConcurrentLinkedQueue<ProcId> spare) {
        // @start region="policy"
        LeaderPolicy policy = answer -> {
            ProcId next = answer.kind() == LeaderPolicy.Kind.ACCEPTED ? null : spare.poll();
            return next == null ? LeaderDecision.goOn() : LeaderDecision.replace(next);
        };
        // @end
    }

    void members(Group group) {
        // @start region="members"
        Members odd = group.members().includeRange(1, group.size() - 1, 2);
        Members rest = group.members().difference(odd);
        // @end
    }

    void acceptOptions(Invitation invitation) {
        // @start region="accept-options"
        Group group = invitation
                .with(AcceptOptions.defaults().whenLeaderFails(LeaderFailurePolicy.takeOver()))
                .accept();
        // @end
    }
}
