// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.invite;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.LeaderFailurePolicy.Choice;
import org.pmixj.group.Members;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.event.EventKeys;
import org.pmixj.internal.event.NotifyCall;
import org.pmixj.internal.event.ReceivedEvent;
import org.pmixj.internal.group.GroupImpl;

/**
 * The events by which a group is constructed by invitation. They are those of RFC 0033, with marks of this layer: those
 * of libpmix do not tell which invitation is answered, so that it credits an answer to every pending one of a leader.
 */
final class InviteMessage {
    private static final String NUMBER = "pmixj.invite";
    private static final String ORIGIN = "pmixj.invite.origin";
    private static final String PARTICIPANTS = "pmixj.invite.procs";
    private static final String TRAITS = "pmixj.invite.traits";
    private static final String BOUND = "pmixj.invite.bound";
    private static final String FAILED = "pmixj.invite.failed";
    private static final String CHOICE = "pmixj.invite.choice";
    private static final String NOBODY = "pmixj.invite.nobody";

    private static final int NOTIFY = 1;
    private static final int TOLERANT = 2;
    private static final int CONTEXT_ID = 4;

    private final Handle handle;
    private final List<Info> infos = new ArrayList<>();
    private List<ProcId> affected = List.of();
    private @Nullable String text;

    InviteMessage(Handle handle, InviteId id) {
        this.handle = handle.own();
        add(EventKeys.GROUP_ID, new PmixValue.Str(id.group()));
        add(NUMBER, number(id.number()));
        add(ORIGIN, new PmixValue.Proc(id.origin()));
    }

    private static PmixValue number(long value) {
        return new PmixValue.UInt(DataType.UINT64, value);
    }

    private InviteMessage add(String key, PmixValue value) {
        infos.add(InfoAccess.get().info(key, value, false));
        return this;
    }

    InviteMessage participants(Members procs) {
        return add(PARTICIPANTS, NotifyCall.array(procs));
    }

    InviteMessage members(List<ProcId> procs) {
        return add(EventKeys.GROUP_MEMBERSHIP, NotifyCall.array(procs));
    }

    InviteMessage contextId(long contextId) {
        return add(EventKeys.GROUP_CONTEXT_ID, new PmixValue.UInt(DataType.SIZE, contextId));
    }

    InviteMessage traits(GroupImpl.Traits traits, boolean assignContextId) {
        long bits = (traits.notifyTermination() ? NOTIFY : 0)
                | (traits.faultTolerant() ? TOLERANT : 0)
                | (assignContextId ? CONTEXT_ID : 0);
        return add(TRAITS, number(bits));
    }

    InviteMessage bound(long nanos) {
        return add(BOUND, number(nanos));
    }

    InviteMessage failed(ProcId leader) {
        return add(FAILED, new PmixValue.Proc(leader));
    }

    InviteMessage choice(Choice choice) {
        return add(CHOICE, new PmixValue.Str(choice.name()));
    }

    InviteMessage nobody() {
        return add(NOBODY, new PmixValue.Bool(true));
    }

    InviteMessage affecting(ProcId proc) {
        affected = List.of(proc);
        return this;
    }

    InviteMessage text(String reason) {
        text = reason;
        return this;
    }

    /** To some processes, through the server. */
    NativeCall<Void> to(int code, List<ProcId> procs) {
        return new Sending(code, procs);
    }

    /** Sends it; that it cannot be sent is said in the log, and what waits for the answer has its bound. */
    void send(int code, List<ProcId> procs) {
        if (!procs.isEmpty()) {
            begin(to(code, procs), procs.size() == 1 ? null : new Singly(code, procs));
        }
    }

    /** One of them does not exist, and libpmix would not be told who the others are: each is told alone. */
    private final class Singly implements Runnable {
        private final int code;
        private final List<ProcId> procs;

        Singly(int code, List<ProcId> procs) {
            this.code = code;
            this.procs = procs;
        }

        @Override
        public void run() {
            for (ProcId proc : procs) {
                begin(to(code, List.of(proc)), null);
            }
        }
    }

    /** To the handlers of this process. */
    void tell(int code) {
        begin(new NotifyCall(handle, code, affected, infos, true), null);
    }

    private static void begin(NativeCall<?> operation, @Nullable Runnable otherwise) {
        Sent sent = new Sent(otherwise);
        try {
            CompletableFuture<?> _ = operation
                    .submit(Deadline.toNanos(operation.handle().defaultTimeout))
                    .whenComplete(sent);
        } catch (IllegalStateException e) {
            // The session is ending.
        } catch (PmixException e) {
            sent.accept(null, e);
        }
    }

    private record Sent(@Nullable Runnable otherwise) implements BiConsumer<@Nullable Object, @Nullable Throwable> {
        @Override
        public void accept(@Nullable Object done, @Nullable Throwable failure) {
            if (failure instanceof PmixException.NotFound && otherwise != null) {
                otherwise.run();
            } else if (failure instanceof PmixException && !(failure instanceof PmixException.Closed)) {
                Log.warning(String.valueOf(failure.getMessage()));
            }
        }
    }

    private final class Sending extends NotifyCall {
        Sending(int code, List<ProcId> procs) {
            super(
                    handle,
                    code,
                    (byte) PMIxConstants.PMIX_RANGE_CUSTOM(),
                    procs,
                    affected,
                    infos,
                    text,
                    false,
                    // A process that begins to listen later is still invited.
                    code == PMIxConstants.PMIX_GROUP_INVITED());
        }
    }

    // --- what arrives ----------------------------------------------------------------------------------------------

    /** Which invitation an event is about; null if it is not said, or by libpmix. */
    static @Nullable InviteId id(ReceivedEvent event) {
        return event.find(NUMBER) instanceof PmixValue.UInt number
                        && event.find(ORIGIN) instanceof PmixValue.Proc origin
                        && event.find(EventKeys.GROUP_ID) instanceof PmixValue.Str group
                ? new InviteId(group.value(), origin.value(), number.bits())
                : null;
    }

    /** Of an event that libpmix has made. */
    static @Nullable String group(ReceivedEvent event) {
        return event.find(EventKeys.GROUP_ID) instanceof PmixValue.Str group ? group.value() : null;
    }

    /** libpmix tells whom else it has told. */
    static List<ProcId> participants(ReceivedEvent event) {
        List<ProcId> procs = event.procs(PARTICIPANTS);
        return procs.isEmpty() ? event.procs(EventKeys.CUSTOM_RANGE) : procs;
    }

    static List<ProcId> members(ReceivedEvent event) {
        return event.procs(EventKeys.GROUP_MEMBERSHIP);
    }

    static GroupImpl.Traits traits(ReceivedEvent event) {
        long bits = number(event, TRAITS);
        return new GroupImpl.Traits((bits & NOTIFY) != 0, (bits & TOLERANT) != 0);
    }

    static boolean assignContextId(ReceivedEvent event) {
        return (number(event, TRAITS) & CONTEXT_ID) != 0;
    }

    static long bound(ReceivedEvent event) {
        return number(event, BOUND);
    }

    private static long number(ReceivedEvent event, String key) {
        return event.find(key) instanceof PmixValue.UInt number ? number.bits() : 0;
    }

    static @Nullable ProcId failed(ReceivedEvent event) {
        return event.find(FAILED) instanceof PmixValue.Proc leader ? leader.value() : null;
    }

    /** One that is not known is none of those that change something. */
    static Choice choice(ReceivedEvent event) {
        String name = event.find(CHOICE) instanceof PmixValue.Str text ? text.value() : "";
        return name.equals(Choice.ABORT.name())
                ? Choice.ABORT
                : name.equals(Choice.TAKE_OVER.name()) ? Choice.TAKE_OVER : Choice.FOLLOW;
    }

    static boolean isNobody(ReceivedEvent event) {
        return event.find(NOBODY) != null;
    }

    static String text(ReceivedEvent event) {
        return event.find(EventKeys.TEXT) instanceof PmixValue.Str text ? text.value() : "";
    }
}
