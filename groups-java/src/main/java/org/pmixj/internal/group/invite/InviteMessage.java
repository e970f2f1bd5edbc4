// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.LeaderFailurePolicy.Choice;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.group.GroupKind;
import org.pmixj.internal.group.GroupTable;
import org.pmixj.internal.notice.EventKeys;
import org.pmixj.internal.notice.Notice;
import org.pmixj.internal.notice.NotifyCall;

/**
 * Writes the events by which a group is constructed by invitation. They are the events of RFC 0033 with
 * attributes of this library: those of libpmix do not name the invitation that is answered, so that libpmix credits an
 * answer to every pending invitation of a leader.
 */
final class InviteMessage {
    static final int NOTIFY = 1;
    static final int TOLERANT = 2;
    static final int CONTEXT_ID = 4;

    /** The properties of the group that a leader announces. The timeout is 0 if it is unknown. */
    record Terms(GroupKind.Traits traits, boolean assignContextId, long nanos, Attributes directives) {}

    private final Handle handle;
    private final int code;
    private final List<Info> infos = new ArrayList<>();
    private final List<ProcId> affected;
    private final @Nullable String text;

    private InviteMessage(Handle handle, InviteId id, int code, List<ProcId> affected, @Nullable String text) {
        this.handle = handle.own();
        this.code = code;
        this.affected = affected;
        this.text = text;
        add(EventKeys.GROUP_ID, new PmixValue.Str(id.group()));
        add(WireKeys.INVITE, number(id.number()));
        add(WireKeys.INVITE_ORIGIN, new PmixValue.Proc(id.origin()));
    }

    private InviteMessage(Handle handle, InviteId id, int code) {
        this(handle, id, code, List.of(), null);
    }

    private static PmixValue number(long value) {
        return new PmixValue.UInt(DataType.UINT64, value);
    }

    private InviteMessage add(String key, PmixValue value) {
        infos.add(InfoAccess.info(key, value));
        return this;
    }

    private InviteMessage addAll(Attributes directives) {
        infos.addAll(directives.infos());
        return this;
    }

    private InviteMessage info(Map<ProcId, Attributes> contributed) {
        PmixValue value = ContributedInfo.of(contributed);
        return value == null ? this : add(WireKeys.INVITE_INFO, value);
    }

    private InviteMessage traits(Terms terms) {
        long bits = (terms.traits.notifyTermination() ? NOTIFY : 0)
                | (terms.traits.faultTolerant() ? TOLERANT : 0)
                | (terms.assignContextId ? CONTEXT_ID : 0);
        return add(WireKeys.INVITE_TRAITS, number(bits));
    }

    // --- the leader sends ------------------------------------------------------------------------------------------

    static InviteMessage invited(Handle handle, InviteId id, Members participants, Terms terms) {
        return new InviteMessage(handle, id, PMIxConstants.PMIX_GROUP_INVITED())
                .add(WireKeys.INVITE_PROCS, NotifyCall.array(participants))
                .traits(terms)
                .add(WireKeys.INVITE_BOUND, number(terms.nanos))
                .addAll(terms.directives);
    }

    static InviteMessage updated(Handle handle, InviteId id, Members participants) {
        return new InviteMessage(handle, id, PMIxConstants.PMIX_GROUP_MEMBERSHIP_UPDATE())
                .add(WireKeys.INVITE_PROCS, NotifyCall.array(participants));
    }

    static InviteMessage completed(
            Handle handle,
            InviteId id,
            Members members,
            Members missing,
            Terms terms,
            OptionalLong contextId,
            Map<ProcId, Attributes> contributed) {
        InviteMessage message = new InviteMessage(handle, id, PMIxConstants.PMIX_GROUP_CONSTRUCT_COMPLETE())
                .add(EventKeys.GROUP_MEMBERSHIP, NotifyCall.array(members))
                .traits(terms)
                .info(contributed);
        if (!missing.isEmpty()) {
            message.add(WireKeys.INVITE_PROCS, NotifyCall.array(missing));
        }
        return contextId.isEmpty()
                ? message
                : message.add(EventKeys.GROUP_CONTEXT_ID, new PmixValue.UInt(DataType.SIZE, contextId.getAsLong()));
    }

    /** Also a participant sends this, if it wants to abort because the leader failed. */
    static InviteMessage aborted(Handle handle, InviteId id, String reason) {
        return new InviteMessage(handle, id, PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT(), List.of(), reason);
    }

    /** Reports a process that does not come to the handlers of the leader. */
    static InviteMessage lost(Handle handle, InviteId id, ProcId proc) {
        return ended(handle, id, PMIxConstants.PMIX_GROUP_INVITE_FAILED(), proc);
    }

    private static InviteMessage ended(Handle handle, InviteId id, int code, ProcId proc) {
        InviteMessage message = new InviteMessage(handle, id, code, List.of(proc), null);
        message.infos.addAll(GroupTable.of(handle.session).ends.reportOf(proc).and(List.of()));
        return message;
    }

    // --- a participant sends ---------------------------------------------------------------------------------------

    /** Accepts, with what this process contributes, or declines. */
    static InviteMessage answer(Handle handle, InviteId id, @Nullable Attributes accepted, Attributes directives) {
        InviteMessage answer = accepted == null
                ? new InviteMessage(handle, id, PMIxConstants.PMIX_GROUP_INVITE_DECLINED())
                : new InviteMessage(handle, id, PMIxConstants.PMIX_GROUP_INVITE_ACCEPTED())
                        .info(Map.of(handle.session.self(), accepted));
        return answer.addAll(directives);
    }

    /** Reports a failed leader to the handlers of this process. */
    static InviteMessage leaderFailed(Handle handle, InviteId id, ProcId leader) {
        return ended(handle, id, PMIxConstants.PMIX_GROUP_LEADER_FAILED(), leader);
    }

    static InviteMessage vote(Handle handle, InviteId id, ProcId failed, Choice choice, boolean again) {
        InviteMessage message = new InviteMessage(handle, id, PMIxConstants.PMIX_GROUP_LEADER_FAILED())
                .add(WireKeys.INVITE_FAILED, new PmixValue.Proc(failed))
                .add(WireKeys.INVITE_CHOICE, new PmixValue.Str(choice.name()));
        return again ? message.add(WireKeys.INVITE_AGAIN, new PmixValue.Bool(true)) : message;
    }

    static InviteMessage selected(Handle handle, InviteId id, ProcId failed, ProcId chosen) {
        return new InviteMessage(handle, id, PMIxConstants.PMIX_GROUP_LEADER_SELECTED(), List.of(chosen), null)
                .add(WireKeys.INVITE_FAILED, new PmixValue.Proc(failed));
    }

    /** Names no new leader, but the error with which the construction has failed. */
    static InviteMessage nobodySelected(Handle handle, InviteId id, ProcId failed) {
        PmixStatus error = new PmixStatus(PMIxConstants.PMIX_GROUP_LEADER_FAILED());
        String text = "the leader " + failed + " failed, and nobody takes over";
        return new InviteMessage(handle, id, PMIxConstants.PMIX_GROUP_LEADER_SELECTED(), List.of(), text)
                .add(WireKeys.INVITE_FAILED, new PmixValue.Proc(failed))
                .add(WireKeys.INVITE_NOBODY, new PmixValue.Bool(true))
                .add(EventKeys.COLLECTIVE_STATUS, new PmixValue.Status(error));
    }

    // --- sending ---------------------------------------------------------------------------------------------------

    /** Sends this to some processes. A failure is logged only: whoever waits for an answer has a timeout. */
    void send(List<ProcId> procs) {
        if (!procs.isEmpty()) {
            send(procs, failure -> {
                if (failure instanceof PmixException.NotFound && procs.size() > 1) {
                    // One of them does not exist, so that nobody was notified: now each is notified alone.
                    procs.forEach(proc -> send(List.of(proc)));
                } else {
                    log(failure);
                }
            });
        }
    }

    /** Sends this to some processes, through the server. A function receives the failure, on any thread. */
    void send(List<ProcId> procs, Consumer<RuntimeException> onFailure) {
        // A process that registers its handler later is invited, too.
        boolean cached = code == PMIxConstants.PMIX_GROUP_INVITED();
        submit(Notice.to(procs, code, infos).text(text).cached(cached), onFailure);
    }

    /** Reports this to the handlers of this process. */
    void report() {
        submit(Notice.here(code, infos).cached(true), InviteMessage::log);
    }

    private void submit(Notice notice, Consumer<RuntimeException> onFailure) {
        try {
            CompletableFuture<?> _ = new NotifyCall(handle.own(), notice.affecting(affected))
                    .submit(Deadline.toNanos(handle.defaultTimeout))
                    .whenComplete((sent, failure) -> {
                        if (failure instanceof RuntimeException cause) {
                            onFailure.accept(cause);
                        }
                    });
        } catch (RuntimeException e) {
            onFailure.accept(e);
        }
    }

    private static void log(RuntimeException failure) {
        // Otherwise the session is ending.
        if (!(failure instanceof IllegalStateException || failure instanceof PmixException.Closed)) {
            Log.warnApart(String.valueOf(failure.getMessage()));
        }
    }
}
