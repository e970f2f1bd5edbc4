// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmixj.it.support.Await.LIMIT;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.Pmix;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.event.EventDetail.GroupChanged;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Group;
import org.pmixj.group.InvitationHandler;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.event.EventKeys;
import org.pmixj.internal.event.NotifyCall;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.Warnings;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Events that any C program can send, but with contents that make no sense: they change nothing and are no failure. */
class GroupGarbageIT {
    private static final String ID = "it-garbage";
    private static final String LAST = "it-garbage-last";
    private static final PmixValue TRUE = new PmixValue.Bool(true);

    private static Info info(String key, PmixValue value) {
        return InfoAccess.get().info(key, value, false);
    }

    private static Info id(String group) {
        return info(EventKeys.GROUP_ID, new PmixValue.Str(group));
    }

    private static PmixValue number(long bits) {
        return new PmixValue.UInt(DataType.UINT64, bits);
    }

    private static void send(int code, ProcId to, List<ProcId> affected, Info... infos) {
        Handle handle = new Handle(Objects.requireNonNull(Session.current()), null, LIMIT);
        byte range = (byte) PMIxConstants.PMIX_RANGE_CUSTOM();
        new NotifyCall(handle, code, range, List.of(to), affected, List.of(infos), null, false, false)
                .run(LIMIT.toNanos());
    }

    /** Sends departures of every process of the job, and values of wrong types. */
    private static void departures(Pmix pmix, ProcId to) {
        int left = PMIxConstants.PMIX_GROUP_LEFT();
        List<ProcId> all = List.of(ProcId.all(pmix.self().nspace()));
        send(left, to, all, id(ID));
        send(left, to, all, id(ID), info(WireKeys.GROUP_DEAD, TRUE));
        send(left, to, all, id(ID), info(WireKeys.GROUP_STUCK, TRUE));
        send(left, to, all, id(ID), info(WireKeys.GROUP_PRUNED, TRUE));
        send(left, to, List.of(), id(ID), info(WireKeys.GROUP_DEAD, TRUE));
        for (String key : List.of(
                WireKeys.GROUP_IS_MEMBER,
                WireKeys.GROUP_MEMBER,
                WireKeys.GROUP_NO_MEMBER,
                WireKeys.GROUP_PENDING,
                WireKeys.GROUP_COMPLETE,
                WireKeys.GROUP_COLLISION)) {
            send(left, to, List.of(), id(ID), info(key, TRUE));
        }
        for (String key : List.of(WireKeys.GROUP_IS_MEMBER, WireKeys.GROUP_MEMBER, WireKeys.GROUP_PENDING)) {
            send(left, to, List.of(), id(ID), info(key, number(-1)));
        }
    }

    /** Sends an invitation, a leader that is every process, and a group of every process. */
    private static void invitations(Pmix pmix, ProcId to) {
        ProcId all = ProcId.all(pmix.self().nspace());
        String group = ID + "-invited";
        List<Info> infos = new ArrayList<>();
        infos.add(id(group));
        infos.add(info(WireKeys.INVITE, number(1)));
        infos.add(info(WireKeys.INVITE_ORIGIN, new PmixValue.Proc(pmix.self())));
        infos.add(info(WireKeys.INVITE_PROCS, NotifyCall.array(List.of(all, to, pmix.self()))));
        infos.add(info(WireKeys.INVITE_FAILED, new PmixValue.Proc(pmix.self())));
        infos.add(info(WireKeys.INVITE_TRAITS, TRUE));
        infos.add(info(WireKeys.INVITE_BOUND, number(Long.MAX_VALUE)));
        Info[] invitation = infos.toArray(new Info[0]);
        send(PMIxConstants.PMIX_GROUP_INVITED(), to, List.of(), invitation);
        send(PMIxConstants.PMIX_GROUP_LEADER_SELECTED(), to, List.of(all), invitation);
        infos.add(info(EventKeys.GROUP_MEMBERSHIP, NotifyCall.array(List.of(to, all))));
        send(PMIxConstants.PMIX_GROUP_CONSTRUCT_COMPLETE(), to, List.of(), infos.toArray(new Info[0]));
    }

    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void isDropped(Pmix pmix, RankContext context) throws Exception {
        ProcId zero = pmix.job().member(0);
        try (Warnings warnings = new Warnings();
                Seen failed = new Seen(pmix.events().on(Statuses.GROUP_LEADER_FAILED));
                Seen left = new Seen(pmix.events().on(Statuses.GROUP_LEFT))) {
            pmix.groups().onInvitation(invitation -> InvitationHandler.Reply.LATER);
            Group group = pmix.groups().construct(Jobs.all(pmix, ID).build());
            pmix.fence();
            if (context.rank() == 1) {
                departures(pmix, zero);
                invitations(pmix, zero);
                send(PMIxConstants.PMIX_GROUP_LEFT(), zero, List.of(pmix.self()), id(LAST));
            } else if (context.rank() == 0) {
                while (!(left.next().detail() instanceof GroupChanged change
                        && change.group().equals(LAST))) {
                    // One of those before.
                }
            }
            pmix.fence();
            assertThat(group.members()).isEqualTo(pmix.job().members());
            group.fence();
            assertThat(warnings.messages()).isEmpty();
            assertThat(failed.events).isEmpty();
            pmix.fence();
            group.close();
        }
        pmix.fence();
    }
}
