// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.DataType;
import org.pmixj.Info;
import org.pmixj.PmixValue;
import org.pmixj.event.HandlerResult;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.InfoAccess;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.StatusCall;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.ffi.GivenEvent;
import org.pmixj.internal.ffi.Upcalls;
import org.pmixj.internal.notice.Visit;

/**
 * Returns an event to libpmix with the results of a chain. As the specification demands, each handler has an array:
 * first its name with its status, then what it added. libpmix reads the arrays until its callback arrives.
 */
final class EventCompletion extends StatusCall {
    /** The name that libpmix gives to a handler without a name. */
    private static final String UNNAMED = "UNKNOWN";

    private final GivenEvent event;
    private final int status;
    private final List<HandlerResult> results;

    private EventCompletion(Handle handle, GivenEvent event, int status, List<HandlerResult> results) {
        super(handle, "completion of an event");
        this.event = event;
        this.status = status;
        this.results = results;
    }

    /** Gives an event back to libpmix; returns false if the session is ending, which gives back the event itself. */
    static boolean complete(Session session, EventInChain arrival, GivenEvent event) {
        List<HandlerResult> results = arrival.resultsOfChain();
        // Other handlers in Java may follow in a lane. They see the results of handlers that have not acted, too.
        if (haveActed(results) || (arrival.lane != null && !results.isEmpty())) {
            Handle handle = arrival.turns.getFirst().handler.handle;
            try {
                new EventCompletion(handle, event, arrival.status, results).launch();
            } catch (RuntimeException | Error e) {
                if (session.isOpen()) {
                    Log.warnApart("handlers of C libraries do not receive the results of an event: " + e);
                }
            }
        }
        if (!event.isCompleted()) {
            try {
                session.enter("completion of an event");
            } catch (IllegalStateException e) {
                return false;
            }
            try {
                event.complete(arrival.status);
            } finally {
                session.exit();
            }
        }
        return event.isCompleted();
    }

    /** Returns whether a handler has acted; otherwise the handlers of C libraries that follow get no results. */
    private static boolean haveActed(List<HandlerResult> results) {
        return results.stream()
                .anyMatch(result -> result.status().code() != PMIxConstants.PMIX_EVENT_NO_ACTION_TAKEN()
                        || !result.results().isEmpty());
    }

    // Each event has one, which says nothing more.
    @Override
    public String verb() {
        return "";
    }

    @Override
    protected int start(SegmentAllocator memory, MemorySegment cbdata) {
        InfoArray infos = InfoArray.allocate(memory, results.size());
        for (HandlerResult result : results) {
            infos.add(memory, encode(result));
        }
        return event.complete(status, infos.segment(), infos.size(), Upcalls.op(), cbdata)
                ? StatusCodes.SUCCESS
                : StatusCodes.ERROR;
    }

    // libpmix copies the results before it answers.
    @Override
    protected boolean endsMemory() {
        return true;
    }

    // It answers with the status of the handler.
    @Override
    protected void check(int answered) {}

    private static Info encode(HandlerResult result) {
        List<PmixValue> elements = new ArrayList<>();
        elements.add(InfoAccess.info(result.name().orElse(""), new PmixValue.Status(result.status())));
        elements.addAll(result.results().infos());
        // libpmix drops an entry that has no name once the next handler has run.
        return InfoAccess.info(result.name().orElse(UNNAMED), new PmixValue.Array(DataType.INFO, elements));
    }

    /**
     * Reads the results of the handlers before: for one of a C library its name with a status, then what it added; for
     * a native handler of this library its name, then the array of each handler in Java.
     */
    static List<HandlerResult> results(List<Info> given, Visit visit) {
        List<HandlerResult> read = new ArrayList<>();
        HandlerResult last = null;
        boolean ours = false;
        for (int i = 0; i < given.size(); i++) {
            Info info = given.get(i);
            if (info.value() instanceof PmixValue.Status status) {
                ours = visit.isOurs(given, i);
                last = ours ? null : new HandlerResult(name(info.key()), status.value(), Attributes.none());
                if (last != null) {
                    read.add(last);
                }
            } else if (last != null) {
                Attributes more = last.results().and(Attributes.of(List.of(info)));
                last = new HandlerResult(last.name(), last.status(), more);
                read.set(read.size() - 1, last);
            } else if (ours) {
                HandlerResult result = decode(info);
                if (result != null) {
                    read.add(result);
                }
            }
        }
        return List.copyOf(read);
    }

    /** Reads what {@link #encode} has written. */
    private static @Nullable HandlerResult decode(Info info) {
        if (!(info.value() instanceof PmixValue.Array array)
                || array.elements().isEmpty()
                || !(array.elements().getFirst() instanceof Info head)
                || !(head.value() instanceof PmixValue.Status status)) {
            return null;
        }
        List<Info> infos = InfoArray.infos(array);
        return new HandlerResult(name(head.key()), status.value(), Attributes.of(infos.subList(1, infos.size())));
    }

    /** Returns the name of a handler, empty for the one that libpmix gives to a handler without a name. */
    private static Optional<String> name(String key) {
        return key.isEmpty() || key.equals(UNNAMED) ? Optional.empty() : Optional.of(key);
    }
}
