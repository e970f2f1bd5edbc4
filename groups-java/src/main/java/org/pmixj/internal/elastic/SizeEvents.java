// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.elastic;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.Info;
import org.pmixj.Keys;
import org.pmixj.PmixException;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.elastic.AllocationEvent;
import org.pmixj.event.Registration;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.HostList;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.base.WireKeys;
import org.pmixj.internal.call.Delivery;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Listeners;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.elastic.repair.Turns;
import org.pmixj.internal.notice.NativeRegistrations;
import org.pmixj.internal.notice.NotifyCall;
import org.pmixj.internal.notice.ReceivedEvent;

/** Receives the events of the host that end changes, and reports changes to other processes and to listeners. */
final class SizeEvents implements SessionPart {
    private static final SessionPart.Slot<SizeEvents> SLOT = new SessionPart.Slot<>(15) {
        @Override
        protected SizeEvents create(Session session) {
            return new SizeEvents();
        }
    };

    private final Map<String, CompletableFuture<ReceivedEvent>> awaited = new ConcurrentHashMap<>();
    private final Queue<CompletableFuture<?>> underWay = new ConcurrentLinkedQueue<>();
    private final Listeners<AllocationEvent> listeners = new Listeners<>("the size of the DVM");
    /** Null before the first listener. */
    private volatile @Nullable Releases releases;

    private volatile boolean ending;
    private volatile boolean over;

    static SizeEvents of(Session session) {
        return session.part(SLOT);
    }

    static @Nullable SizeEvents known(Session session) {
        return session.known(SLOT);
    }

    static List<Integer> codes() {
        return List.of(
                PMIxConstants.PMIX_DVM_IS_READY(),
                PMIxConstants.PMIX_ERR_DVM_MOD(),
                PMIxConstants.PMIX_ALLOC_TIMEOUT_WARNING());
    }

    /** Waits until the events arrive. */
    void register(Handle handle, String what, long nanos) {
        NativeRegistrations.of(handle.session).await(handle, codes(), what, nanos);
    }

    /** Adds a listener. The host is asked for the records of changes when the events arrive. */
    Registration listen(Handle handle, Consumer<? super AllocationEvent> listener) {
        if (releases == null) {
            Handle own = handle.own();
            releases = new Releases(() -> Turns.latest(own), listeners::report);
        }
        return listeners.add(handle, listener);
    }

    /** Reads who may give back which nodes. */
    void readRecords() {
        Releases known = releases;
        if (known != null) {
            known.read();
        }
    }

    // --- the end of a change -------------------------------------------------------------------------------------

    /** Returns a future of the event that ends a request. */
    CompletableFuture<ReceivedEvent> expect(String request) {
        CompletableFuture<ReceivedEvent> event = new CompletableFuture<>();
        awaited.put(request, event);
        if (over) {
            event.completeExceptionally(StatusCodes.closed("change of the DVM's size"));
        }
        return event;
    }

    void forget(String request) {
        awaited.remove(request);
    }

    /** Has the end of the session wait for a change, or for what has to be recorded of it. */
    void awaitAtEnd(CompletableFuture<?> done) {
        underWay.removeIf(CompletableFuture::isDone);
        underWay.add(done);
    }

    /** Returns whether the session is about to end, so that no change may begin. */
    boolean isEnding() {
        return ending;
    }

    /** Takes an event. Returns whether it concerns nobody else. */
    boolean arrived(ProcId self, ReceivedEvent event) {
        String request = event.attributes.get(Keys.ALLOC_REQ_ID).orElse("");
        CompletableFuture<ReceivedEvent> change = awaited.remove(request);
        if (change != null) {
            return change.complete(event);
        }
        AllocationEvent report = read(event);
        Releases known = releases;
        // What this process reports, it has reported to its listeners itself.
        if (report != null && known != null && !report.by().equals(self)) {
            if (report instanceof AllocationEvent.Releasing releasing) {
                known.reported(releasing);
            } else if (report.by().nspace().equals(self.nspace())) {
                listeners.report(report);
            }
        }
        return event.find(WireKeys.ELASTIC) != null;
    }

    // --- reports to other processes ------------------------------------------------------------------------------

    /** Reports a change to the listeners here and to processes. */
    void report(Handle handle, AllocationEvent event, List<ProcId> to) {
        listeners.report(event);
        send(handle, event, to);
    }

    /** Sends a report, and waits until the host has it. A failure is logged: the change does not depend on it. */
    void send(Handle handle, AllocationEvent event, List<ProcId> to) {
        if (to.isEmpty()) {
            return;
        }
        int code = switch (event) {
            case AllocationEvent.Grown _, AllocationEvent.Released _ -> PMIxConstants.PMIX_DVM_IS_READY();
            case AllocationEvent.Failed _ -> PMIxConstants.PMIX_ERR_DVM_MOD();
            case AllocationEvent.Releasing _ -> PMIxConstants.PMIX_ALLOC_TIMEOUT_WARNING();
        };
        String text = switch (event) {
            case AllocationEvent.Grown grown -> grown.reservation();
            case AllocationEvent.Failed failed -> failed.reason();
            case AllocationEvent.Releasing _, AllocationEvent.Released _ -> "";
        };
        List<Info> infos = List.of(
                InfoAccess.text(WireKeys.ELASTIC, event.getClass().getSimpleName()),
                InfoAccess.text(WireKeys.ELASTIC_NODES, String.join(",", event.nodes())),
                InfoAccess.text(WireKeys.ELASTIC_TEXT, text));
        byte range = (byte) PMIxConstants.PMIX_RANGE_CUSTOM();
        try {
            new NotifyCall(handle, code, range, to, List.of(), infos, null, false, false)
                    .run(Deadline.toNanos(handle.defaultTimeout));
        } catch (PmixException | IllegalStateException e) {
            Log.warning("a change of the DVM's size was not reported to " + to + ": " + e.getMessage());
        }
    }

    private static @Nullable AllocationEvent read(ReceivedEvent event) {
        ProcId by = event.source;
        if (by == null
                || !(event.find(WireKeys.ELASTIC) instanceof PmixValue.Str kind)
                || !(event.find(WireKeys.ELASTIC_NODES) instanceof PmixValue.Str names)
                || !(event.find(WireKeys.ELASTIC_TEXT) instanceof PmixValue.Str text)) {
            return null;
        }
        List<String> nodes = HostList.names(names.value());
        return switch (kind.value()) {
            case "Grown" -> new AllocationEvent.Grown(by, nodes, text.value());
            case "Releasing" -> new AllocationEvent.Releasing(by, nodes);
            case "Released" -> new AllocationEvent.Released(by, nodes);
            case "Failed" -> new AllocationEvent.Failed(by, nodes, text.value());
            default -> null;
        };
    }

    // --- the end -------------------------------------------------------------------------------------------------

    @Override
    public void handleClosed(Handle handle) {
        listeners.close(handle);
    }

    @Override
    public void leave() {
        ending = true;
        long deadline = Deadline.in(Patience.ANSWER);
        try {
            // A change that is withdrawn adds the record of this.
            while (!underWay.stream().allMatch(CompletableFuture::isDone)) {
                Delivery.await(
                        CompletableFuture.allOf(underWay.toArray(new CompletableFuture<?>[0])),
                        "a change of the DVM's size",
                        Deadline.until(deadline));
            }
        } catch (PmixException e) {
            Log.warning("close: a change of the DVM's size goes on, so that no other process can change it: "
                    + e.getMessage());
        }
    }

    @Override
    public void sessionEnded() {
        over = true;
        listeners.end();
        awaited.values().forEach(event -> event.completeExceptionally(StatusCodes.closed("change of the DVM's size")));
    }
}
