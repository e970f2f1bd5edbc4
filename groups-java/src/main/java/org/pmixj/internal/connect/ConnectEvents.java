// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.connect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.connect.ConnectRequested;
import org.pmixj.connect.Connections;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.group.Members;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Dispatcher;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.group.GroupEvents;
import org.pmixj.internal.group.GroupIds;
import org.pmixj.internal.notice.EventCodes;
import org.pmixj.internal.notice.EventKeys;
import org.pmixj.internal.notice.NativeRegistrations;
import org.pmixj.internal.notice.Notice;
import org.pmixj.internal.notice.NotifyCall;
import org.pmixj.internal.notice.ReceivedEvent;

/** Writes and reads the events of connections. Members send them; in RFC 0003 the servers do. */
final class ConnectEvents {
    static final int REQUESTED = PMIxConstants.PMIX_CONNECT_REQUESTED();
    static final int HAS_CONNECTED = PMIxConstants.PMIX_PROC_HAS_CONNECTED();
    static final int HAS_DISCONNECTED = Connections.PROC_HAS_DISCONNECTED.code();

    private static final int NOTIFY_EACH = 1;
    private static final int OPTIONAL = 2;
    private static final int EARLY_TERMINATION = 4;
    private static final int EXCHANGE_ONLY = 8;

    private ConnectEvents() {}

    /** Asks the others to notify this process of each that connects or disconnects, also those that connect later. */
    static void askForEach(Handle handle, String namespace, Members members, long nanos) {
        // libpmix takes it for the abort of a construct that it does not know.
        int code = PMIxConstants.PMIX_GROUP_CONSTRUCT_ABORT();
        Info each = InfoAccess.flag(WireKeys.CONNECT_EACH);
        send(handle, code, members, List.of(GroupEvents.id(namespace), each), true, nanos);
    }

    /** Notifies processes that this one connects or disconnects. */
    static void notify(Handle handle, int code, String namespace, Members members, long nanos) {
        try {
            send(handle, code, members, List.of(GroupEvents.id(namespace)), false, nanos);
        } catch (PmixException.NotFound | PmixException.Timeout e) {
            // The job of a member may have ended; the operation does not depend on it.
            String operation = code == HAS_CONNECTED ? "connect" : "disconnect";
            Log.warning(operation + ": a process was not notified: " + e.getMessage());
        }
    }

    static void sendRequest(Handle handle, ConnectRequested own, Members members, long nanos) {
        // A process that is asked may ask in turn, before the construct that follows.
        NativeRegistrations.of(handle.session).ensureInternal(handle, EventCodes.ofMembers());
        send(handle, REQUESTED, members, request(own, members, nanos), true, nanos);
    }

    private static List<Info> request(ConnectRequested own, Members members, long nanos) {
        ConnectRequest request = own.request();
        int directives = commonDirectives(request, own.isExchangeOnly()) | (request.notifyEach() ? NOTIFY_EACH : 0);
        return List.of(
                GroupEvents.id(own.namespace()),
                InfoAccess.info(EventKeys.GROUP_MEMBERSHIP, NotifyCall.array(members)),
                InfoAccess.text(WireKeys.CONNECT_ID, request.id().orElse("")),
                InfoAccess.info(WireKeys.CONNECT_DIRECTIVES, new PmixValue.Int(DataType.INT32, directives)),
                InfoAccess.info(WireKeys.CONNECT_WAITS, new PmixValue.Int(DataType.INT64, nanos)));
    }

    /** Asks who has sent a request that may be old to repeat it. A process that no longer waits does not answer. */
    static void ask(Handle handle, ConnectRequested old) {
        GroupEvents.send(
                handle.own(), old.namespace(), List.of(old.by()), WireKeys.CONNECT_ASKED, new PmixValue.Bool(true));
    }

    /** Repeats a request for a process that has asked, with the time that is left. Returns at once. */
    static void repeat(Handle handle, ProcId to, ConnectRequested own, Members members, long nanos) {
        List<Info> infos = new ArrayList<>(request(own, members, nanos));
        infos.add(InfoAccess.flag(WireKeys.CONNECT_AGAIN));
        Dispatcher.apart(
                "a request to connect was not repeated: ",
                () -> send(handle.own(), REQUESTED, Members.of(to), infos, false, nanos));
    }

    /** Returns the directives that must be equal on all members. */
    static int commonDirectives(ConnectRequest request, boolean exchangeOnly) {
        return (request.optional() ? OPTIONAL : 0)
                | (request.earlyTermination() ? EARLY_TERMINATION : 0)
                | (exchangeOnly ? EXCHANGE_ONLY : 0);
    }

    static String describe(int directives) {
        boolean optional = (directives & OPTIONAL) != 0;
        boolean early = (directives & EARLY_TERMINATION) != 0;
        return optional && early
                ? "both optional and early termination"
                : optional ? "optional" : early ? "early termination" : "neither optional nor early termination";
    }

    private static void send(Handle handle, int code, Members members, List<Info> infos, boolean cached, long nanos) {
        ProcId self = handle.session.self();
        List<ProcId> others = members.difference(List.of(self));
        if (!others.isEmpty()) {
            Notice notice =
                    Notice.to(others, code, infos).affecting(List.of(self)).cached(cached);
            new NotifyCall(handle, notice).run(nanos);
        }
    }

    /** Returns the namespace that an event concerns, or null. */
    static @Nullable String namespace(ReceivedEvent event) {
        String name = event.text(EventKeys.GROUP_ID);
        return name != null && GroupIds.isReserved(name) ? name : null;
    }

    /** Returns the request in an event, or null if there is none. */
    static @Nullable ConnectRequested read(ReceivedEvent event, ProcId source, String namespace) {
        List<ProcId> members = event.procs(EventKeys.GROUP_MEMBERSHIP);
        if (members.isEmpty()) {
            return null;
        }
        long directives = event.find(WireKeys.CONNECT_DIRECTIVES) instanceof PmixValue.Int number ? number.value() : 0;
        ConnectRequest.Builder request = ConnectRequest.builder().members(members);
        // A program in C may omit it.
        if (event.find(WireKeys.CONNECT_WAITS) instanceof PmixValue.Int time) {
            if (time.value() <= 0) {
                return null;
            }
            request.timeout(Duration.ofNanos(Math.min(time.value(), Patience.LONGEST)));
        }
        if ((directives & NOTIFY_EACH) != 0) {
            request.notifyEach();
        }
        if ((directives & OPTIONAL) != 0) {
            request.optional();
        }
        if ((directives & EARLY_TERMINATION) != 0) {
            request.earlyTermination();
        }
        String id = event.find(WireKeys.CONNECT_ID) instanceof PmixValue.Str given ? given.value() : "";
        try {
            if (!id.isEmpty()) {
                request.id(id);
            }
        } catch (IllegalArgumentException e) {
            return null;
        }
        ConnectRequested read =
                new ConnectRequested(source, namespace, request.build(), (directives & EXCHANGE_ONLY) != 0);
        String family = ConnectNames.family(read.request(), read.isExchangeOnly(), members);
        return family.equals(ConnectNames.family(namespace)) ? read : null;
    }
}
