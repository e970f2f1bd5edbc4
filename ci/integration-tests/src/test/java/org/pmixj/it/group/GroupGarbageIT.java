// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.pmixj.it.support.Await.LIMIT;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.Pmix;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.Statuses;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.ConnectRequested;
import org.pmixj.connect.Connection;
import org.pmixj.event.EventDetail.GroupChanged;
import org.pmixj.event.HandlerBuilder;
import org.pmixj.ffi.PMIx;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.group.Invitation;
import org.pmixj.group.InvitationHandler;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.codec.ProcCodec;
import org.pmixj.internal.ffi.Upcalls;
import org.pmixj.internal.notice.EventKeys;
import org.pmixj.internal.notice.Notice;
import org.pmixj.internal.notice.NotifyCall;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Forgery;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Seen;
import org.pmixj.it.support.UnderWay;
import org.pmixj.it.support.Warnings;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;
import org.pmixj.model.ProgrammingModel;
import org.pmixj.model.Reach;

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
        Handle handle = UnderWay.handle();
        // As the library does: the server may learn of a handler only after the fence that followed its registration.
        boolean cached = code == PMIxConstants.PMIX_GROUP_INVITED();
        Notice notice = Notice.to(List.of(to), code, List.of(infos)).affecting(affected);
        new NotifyCall(handle, notice.cached(cached)).run(LIMIT.toNanos());
    }

    /** Reports to this process, as a C library in it can, an event whose sender is every process of the job. */
    private static void reportFromAll(Pmix pmix, int code, Info... infos) {
        reportFrom(ProcId.all(pmix.self().nspace()), code, infos);
    }

    private static void reportFrom(ProcId from, int code, Info... infos) {
        Handle handle = UnderWay.handle();
        StatusCall event = new StatusCall(handle, "garbage") {
            @Override
            protected int start(SegmentAllocator memory, MemorySegment cbdata) {
                InfoArray all = InfoArray.allocate(memory, infos.length);
                for (Info info : infos) {
                    all.add(memory, info);
                }
                MemorySegment sender = ProcCodec.proc(memory, from);
                byte range = (byte) PMIxConstants.PMIX_RANGE_PROC_LOCAL();
                return PMIx.PMIx_Notify_event(code, sender, range, all.segment(), all.size(), Upcalls.op(), cbdata);
            }
        };
        event.run(LIMIT.toNanos());
    }

    /** Reports what is answered, from a sender that nobody can answer. */
    private static void questions(Pmix pmix) {
        int abort = PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT();
        Info version = info(WireKeys.SENDER_VERSION, number(WireKeys.VERSION));
        reportFromAll(pmix, abort, id(ID), info(WireKeys.GROUP_IS_MEMBER, number(1)), version);
        reportFromAll(pmix, abort, id(ID), info(WireKeys.GROUP_PENDING, number(1)), version);
        reportFromAll(pmix, abort, info(WireKeys.HELLO, TRUE), info(WireKeys.SENDER_VERSION, number(99)));
        Info job = info(WireKeys.MODEL_REACH, new PmixValue.Str("JOB"));
        reportFromAll(pmix, PMIxConstants.PMIX_MODEL_DECLARED(), info(WireKeys.MODEL_ASKED, TRUE), job, version);
    }

    /** Reports a collision that would make sense, but is no message of this library: it has no version. */
    private static void unversioned(Pmix pmix) {
        ProcId stranger = pmix.job().member(1);
        List<ProcId> others = new ArrayList<>(pmix.job().members());
        others.remove(stranger);
        PmixValue both = sides(NotifyCall.array(List.of(stranger)), NotifyCall.array(others));
        int abort = PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT();
        reportFrom(stranger, abort, id(ID), info(WireKeys.GROUP_COLLISION, both));
    }

    private static PmixValue sides(PmixValue... sides) {
        return new PmixValue.Array(DataType.DATA_ARRAY, List.of(sides));
    }

    /** Sends collisions of a group with nothing, with itself, with others and with what is no process. */
    private static void collisions(Pmix pmix, ProcId to) {
        int abort = PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT();
        PmixValue all = NotifyCall.array(List.of(ProcId.all(pmix.self().nspace())));
        PmixValue members = NotifyCall.array(pmix.job().members());
        PmixValue none = NotifyCall.array(List.of());
        PmixValue other = NotifyCall.array(List.of(pmix.self()));
        PmixValue texts = new PmixValue.Array(DataType.STRING, List.of(new PmixValue.Str("a"), new PmixValue.Str("b")));
        for (PmixValue garbage : List.of(
                texts,
                members,
                sides(none, none),
                sides(all, members),
                sides(members, members),
                sides(other, none),
                sides(members, none, texts),
                sides(texts, members))) {
            send(abort, to, List.of(), id(ID), info(WireKeys.GROUP_COLLISION, garbage));
            send(abort, to, List.of(), id(ID), info(WireKeys.GROUP_COMPLETE, garbage));
            send(
                    abort,
                    to,
                    List.of(),
                    id(ID),
                    info(WireKeys.GROUP_COMPLETE, garbage),
                    info(WireKeys.GROUP_PENDING, number(1)));
        }
    }

    /** Sends ends of every process, also of the one that receives this. */
    private static void ends(Pmix pmix, ProcId to) {
        int ended = PMIxConstants.PMIX_EVENT_PROC_TERMINATED();
        send(ended, to, List.of(ProcId.all(pmix.self().nspace())));
        send(ended, to, List.of(to));
        Forgery.ends(UnderWay.handle(), to, pmix.job().member(2), ID);
    }

    /** Sends requests to connect whose time makes no sense. */
    private static void requests(Pmix pmix, ProcId to, String namespace) {
        for (long nanos : new long[] {Long.MIN_VALUE, -1, 0}) {
            send(
                    PMIxConstants.PMIX_CONNECT_REQUESTED(),
                    to,
                    List.of(),
                    id(namespace),
                    info(EventKeys.GROUP_MEMBERSHIP, NotifyCall.array(pmix.job().members())),
                    info(WireKeys.CONNECT_WAITS, new PmixValue.Int(DataType.INT64, nanos)));
        }
    }

    /** Sends departures of every process of the job, and values of wrong types. */
    private static void departures(Pmix pmix, ProcId to) {
        int left = PMIxConstants.PMIX_GROUP_LEFT();
        List<ProcId> all = List.of(ProcId.all(pmix.self().nspace()));
        send(left, to, all, id(ID));
        send(left, to, all, id(ID), info(WireKeys.GROUP_DEAD, TRUE));
        send(left, to, all, id(ID), info(WireKeys.GROUP_STUCK, TRUE));
        send(left, to, all, id(ID), info(WireKeys.GROUP_NOTICE, TRUE));
        send(left, to, List.of(), id(ID), info(WireKeys.GROUP_DEAD, TRUE));
        // The receiver itself.
        send(left, to, List.of(to), id(ID));
        for (String group : List.of(ID, "no group")) {
            send(left, to, List.of(to), id(group), info(WireKeys.GROUP_DEAD, TRUE));
            send(
                    PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT(),
                    to,
                    List.of(to),
                    id(group),
                    info(WireKeys.GROUP_DEAD, TRUE));
        }
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

    /** Sends as one that does not take part what ends an invitation. */
    private static void ends(ProcId leader, ProcId to, ProcId self) {
        Info[] invitation = invitation(leader);
        Info[] complete = Arrays.copyOf(invitation, invitation.length + 1);
        complete[invitation.length] = info(EventKeys.GROUP_MEMBERSHIP, NotifyCall.array(List.of(self)));
        send(PMIxConstants.PMIX_GROUP_CONSTRUCT_COMPLETE(), to, List.of(), complete);
        send(PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT(), to, List.of(), invitation);
        Info[] failed = Arrays.copyOf(invitation, invitation.length + 1);
        failed[invitation.length] = info(WireKeys.INVITE_FAILED, new PmixValue.Proc(leader));
        send(PMIxConstants.PMIX_GROUP_LEADER_FAILED(), to, List.of(), failed);
        send(PMIxConstants.PMIX_GROUP_LEADER_SELECTED(), to, List.of(self), failed);
    }

    private static Info[] invitation(ProcId leader) {
        return new Info[] {
            id(ID + "-strangers"),
            info(WireKeys.INVITE, number(1)),
            info(WireKeys.INVITE_ORIGIN, new PmixValue.Proc(leader)),
            info(WireKeys.INVITE_BOUND, number(LIMIT.toNanos()))
        };
    }

    /** Selects the event that follows all garbage: members of earlier groups may still leave these. */
    private static HandlerBuilder theLast(Pmix pmix) {
        return pmix.events()
                .on(Statuses.GROUP_LEFT)
                .where(event -> event.detail() instanceof GroupChanged change
                        && change.group().equals(LAST));
    }

    /** A process that was not invited sends events that end an invitation. They have no effect. */
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void strangersEndNoInvitation(Pmix pmix, RankContext context) throws Exception {
        ProcId zero = pmix.job().member(0);
        ProcId leader = pmix.job().member(1);
        BlockingQueue<Invitation> invitations = new LinkedBlockingQueue<>();
        if (context.rank() == 0) {
            pmix.groups().onInvitation(invitation -> {
                invitations.add(invitation);
                return InvitationHandler.Reply.LATER;
            });
        }
        pmix.fence();
        if (context.rank() == 1) {
            Info[] invitation = Arrays.copyOf(invitation(leader), invitation(leader).length + 1);
            invitation[invitation.length - 1] = info(WireKeys.INVITE_PROCS, NotifyCall.array(List.of(leader, zero)));
            send(PMIxConstants.PMIX_GROUP_INVITED(), zero, List.of(), invitation);
        }
        // It is not accepted: the library of rank 1, if it is used already, would answer that it has sent none.
        Invitation invited = context.rank() == 0 ? Await.next(invitations) : null;
        try (Seen left = new Seen(theLast(pmix))) {
            pmix.fence();
            if (context.rank() == 2) {
                ends(leader, zero, pmix.self());
                send(PMIxConstants.PMIX_GROUP_LEFT(), zero, List.of(pmix.self()), id(LAST));
            } else if (invited != null) {
                left.next();
                assertThat(invited.isOpen()).isTrue();
            }
        }
        pmix.fence();
        if (context.rank() == 1) {
            send(PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT(), zero, List.of(), invitation(leader));
        } else if (invited != null) {
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> Await.result(invited.outcome()))
                    .withMessageContaining("was aborted by " + leader);
        }
        pmix.fence();
    }

    /** A process that is no member says that a construct is complete with other members, for which two of them wait. */
    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void strangersCompleteNoConstruct(Pmix pmix, RankContext context) throws Exception {
        ProcId zero = pmix.job().member(0);
        GroupRequest request = GroupRequest.named(ID + "-completed")
                .members(zero, pmix.job().member(2))
                .build();
        try (Seen left = new Seen(theLast(pmix))) {
            if (context.rank() == 0) {
                CompletableFuture<Group> pending = pmix.groups().constructAsync(request);
                UnderWay.awaitCall(pmix, "construct of group '" + request.id());
                context.reached("completed-waits");
                left.next();
                context.reached("completed-heard");
                Await.result(pending).destruct();
            } else if (context.rank() == 1) {
                context.await("completed-waits", 0);
                PmixValue both = NotifyCall.array(List.of(pmix.self(), zero));
                int abort = PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT();
                // It guesses the number of the construct.
                for (int number = 1; number < 600; number++) {
                    List<Info> infos = List.of(
                            id(request.id()),
                            info(WireKeys.GROUP_COMPLETE, both),
                            info(WireKeys.GROUP_PENDING, number(number)));
                    NotifyCall.send(UnderWay.handle(), abort, List.of(zero), infos);
                }
                send(PMIxConstants.PMIX_GROUP_LEFT(), zero, List.of(pmix.self()), id(LAST));
            } else {
                context.await("completed-heard", 0);
                pmix.groups().construct(request).destruct();
            }
        }
        pmix.fence();
    }

    @PmixTest(
            ranks = 3,
            nodes = {1, 3})
    void isDropped(Pmix pmix, RankContext context) throws Exception {
        ProcId zero = pmix.job().member(0);
        try (Warnings warnings = new Warnings();
                Seen failed = new Seen(pmix.events().on(Statuses.GROUP_LEADER_FAILED));
                Seen left = new Seen(theLast(pmix))) {
            pmix.groups().onInvitation(invitation -> InvitationHandler.Reply.LATER);
            BlockingQueue<ConnectRequested> requests = new LinkedBlockingQueue<>();
            pmix.connections().onRequest(requests::add);
            pmix.models().declare(ProgrammingModel.named("garbage").build(), Reach.PROCESS);
            Group group = pmix.groups().construct(Jobs.all(pmix, ID).build());
            Connection connection = pmix.connections()
                    .connect(ConnectRequest.builder()
                            .members(pmix.job().members())
                            .build());
            String next = connection.namespace().replaceFirst("[.]1$", ".2");
            connection.disconnect();
            pmix.fence();
            // Those of earlier tests of this job, which the session keeps.
            requests.clear();
            if (context.rank() == 1) {
                collisions(pmix, zero);
                ends(pmix, zero);
                requests(pmix, zero, next);
                departures(pmix, zero);
                invitations(pmix, zero);
                send(PMIxConstants.PMIX_GROUP_LEFT(), zero, List.of(pmix.self()), id(LAST));
            } else if (context.rank() == 0) {
                questions(pmix);
                unversioned(pmix);
                left.next();
            }
            pmix.fence();
            assertThat(group.members()).isEqualTo(pmix.job().members());
            group.fence();
            // The host was asked perhaps; and nobody is taken for dead later.
            Jobs.useGroup(pmix, ID + "-next", pmix.job().members());
            assertThat(group.members()).isEqualTo(pmix.job().members());
            // The one about the launcher may be of an earlier test of this job.
            assertThat(warnings.messages())
                    .filteredOn(message -> !message.startsWith("the launcher"))
                    .isEmpty();
            assertThat(failed.events).isEmpty();
            assertThat(requests).isEmpty();
            pmix.fence();
            if (context.rank() == 0) {
                // It leaves first: its libpmix was notified that all have left, and would not answer the last destruct.
                group.close();
                context.reached("left");
            } else {
                context.await("left", 0);
                group.close();
            }
        }
        pmix.fence();
    }
}
