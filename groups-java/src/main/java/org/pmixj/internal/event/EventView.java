// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pmixj.Attributes;
import org.pmixj.PmixStatus;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.event.Event;
import org.pmixj.event.EventDetail;
import org.pmixj.event.EventDetail.GroupChanged;
import org.pmixj.event.HandlerResult;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.notice.EventCodes;
import org.pmixj.internal.notice.EventKeys;
import org.pmixj.internal.notice.ReceivedEvent;

/**
 * Shows an event to one handler, with the results of the handlers before it. Created when the handler has its turn, so
 * that all of them are known.
 */
record EventView(ReceivedEvent data, List<HandlerResult> results, boolean cached) implements Event {
    @Override
    public PmixStatus code() {
        return new PmixStatus(data.code);
    }

    @Override
    public Optional<ProcId> source() {
        return Optional.ofNullable(data.namedSource);
    }

    @Override
    public List<ProcId> affected() {
        return data.affected;
    }

    @Override
    public Optional<String> text() {
        return Optional.ofNullable(data.text(EventKeys.TEXT));
    }

    @Override
    public Attributes attributes() {
        return data.forApplication();
    }

    @Override
    public boolean isCached() {
        return cached;
    }

    @Override
    public Optional<HandlerResult> result(String handler) {
        return results.stream()
                .filter(result -> handler.equals(result.name().orElse(null)))
                .findFirst();
    }

    @Override
    public String toString() {
        return "Event[" + code() + " of " + data.namedSource + ", " + data.attributes + "]";
    }

    // --- its meaning ---------------------------------------------------------------------------------------------

    /** Reads the meaning of an event, also of withdrawn codes; one that lacks an attribute of its type has none. */
    @Override
    public EventDetail detail() {
        int code = data.code;
        if (EventCodes.isProcessEnd(code)) {
            return processTerminated(data);
        } else if (EventCodes.isJobEnd(code)) {
            return jobEnded(data);
        } else if (code == PMIxConstants.PMIX_MODEL_DECLARED()) {
            return modelDeclared(data);
        }
        GroupChanged.Kind kind = GroupKinds.BY_CODE.get(code);
        return kind == null ? new EventDetail.Other() : groupChanged(data, kind);
    }

    private static EventDetail processTerminated(ReceivedEvent event) {
        ProcId proc = event.affectedProc();
        return proc == null ? new EventDetail.Other() : new EventDetail.ProcessTerminated(proc, event.exitCode());
    }

    private static EventDetail jobEnded(ReceivedEvent event) {
        if (event.affected.isEmpty()) {
            return new EventDetail.Other();
        }
        PmixStatus status = event.find(EventKeys.JOB_TERM_STATUS) instanceof PmixValue.Status given
                ? given.value()
                : new PmixStatus(event.code);
        return new EventDetail.JobEnded(event.affected.getFirst().nspace(), status, event.exitCode());
    }

    private static EventDetail modelDeclared(ReceivedEvent event) {
        String model = event.text(EventKeys.MODEL);
        if (model == null) {
            return new EventDetail.Other();
        }
        return new EventDetail.ModelDeclared(
                model,
                Optional.ofNullable(event.text(EventKeys.MODEL_LIBRARY)),
                Optional.ofNullable(event.text(EventKeys.MODEL_VERSION)),
                Optional.ofNullable(event.text(EventKeys.THREADING)));
    }

    private static EventDetail groupChanged(ReceivedEvent event, GroupChanged.Kind kind) {
        String group = event.text(EventKeys.GROUP_ID);
        if (group == null) {
            return new EventDetail.Other();
        }
        Optional<ProcId> proc = event.affected.stream().findFirst();
        if (proc.isEmpty() && event.find(EventKeys.GROUP_LEADER) instanceof PmixValue.Proc leader) {
            proc = Optional.of(leader.value());
        }
        if (proc.isEmpty() && isAnswered(kind)) {
            proc = Optional.ofNullable(event.namedSource);
        }
        Optional<PmixStatus> status = event.find(EventKeys.COLLECTIVE_STATUS) instanceof PmixValue.Status error
                ? Optional.of(error.value())
                : Optional.empty();
        return new GroupChanged(
                kind,
                group,
                proc,
                event.procs(EventKeys.GROUP_MEMBERSHIP),
                event.number(EventKeys.GROUP_CONTEXT_ID),
                status);
    }

    /** Returns whether the process that is concerned is the sender, as with an invitation and its answers. */
    private static boolean isAnswered(GroupChanged.Kind kind) {
        return kind == GroupChanged.Kind.INVITED
                || kind == GroupChanged.Kind.INVITE_ACCEPTED
                || kind == GroupChanged.Kind.INVITE_DECLINED;
    }

    /** Loaded only by an event that has no other meaning. */
    private static final class GroupKinds {
        static final Map<Integer, GroupChanged.Kind> BY_CODE = Map.ofEntries(
                Map.entry(PMIxConstants.PMIX_GROUP_INVITED(), GroupChanged.Kind.INVITED),
                Map.entry(PMIxConstants.PMIX_GROUP_INVITE_ACCEPTED(), GroupChanged.Kind.INVITE_ACCEPTED),
                Map.entry(PMIxConstants.PMIX_GROUP_INVITE_DECLINED(), GroupChanged.Kind.INVITE_DECLINED),
                Map.entry(PMIxConstants.PMIX_GROUP_INVITE_FAILED(), GroupChanged.Kind.INVITE_FAILED),
                Map.entry(PMIxConstants.PMIX_GROUP_LEFT(), GroupChanged.Kind.LEFT),
                Map.entry(PMIxConstants.PMIX_GROUP_MEMBERSHIP_UPDATE(), GroupChanged.Kind.MEMBERSHIP_UPDATED),
                Map.entry(PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT(), GroupChanged.Kind.CONSTRUCT_ABORTED),
                Map.entry(PMIxConstants.PMIX_GROUP_CONSTRUCT_COMPLETE(), GroupChanged.Kind.CONSTRUCT_COMPLETE),
                Map.entry(PMIxConstants.PMIX_GROUP_LEADER_SELECTED(), GroupChanged.Kind.LEADER_SELECTED),
                Map.entry(PMIxConstants.PMIX_GROUP_LEADER_FAILED(), GroupChanged.Kind.LEADER_FAILED),
                Map.entry(PMIxConstants.PMIX_GROUP_CONTEXT_ID_ASSIGNED(), GroupChanged.Kind.CONTEXT_ID_ASSIGNED),
                Map.entry(PMIxConstants.PMIX_GROUP_MEMBER_FAILED(), GroupChanged.Kind.MEMBER_FAILED));
    }
}
