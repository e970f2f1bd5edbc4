// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    /** Completes an event; returns false if the session is ending, which completes the event itself. */
    static boolean complete(Handle handle, GivenEvent event, int status, List<HandlerResult> results) {
        if (haveActed(results)) {
            try {
                new EventCompletion(handle, event, status, results).launch();
            } catch (RuntimeException e) {
                if (handle.session.isOpen()) {
                    Log.warnApart("handlers of C libraries do not receive the results of an event: " + e.getMessage());
                }
            }
        }
        if (!event.isCompleted()) {
            completeAlone(handle.session, event, status);
        }
        return event.isCompleted();
    }

    private static void completeAlone(Session session, GivenEvent event, int status) {
        try {
            session.enter("completion of an event");
        } catch (IllegalStateException e) {
            // The session is ending.
            return;
        }
        try {
            event.complete(status);
        } finally {
            session.exit();
        }
    }

    /** Returns whether a handler has acted; otherwise the handlers of C libraries that follow get no results. */
    private static boolean haveActed(List<HandlerResult> results) {
        return results.stream()
                .anyMatch(result -> result.status().code() != PMIxConstants.PMIX_EVENT_NO_ACTION_TAKEN()
                        || !result.results().isEmpty());
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

    private static Info encode(HandlerResult result) {
        List<PmixValue> elements = new ArrayList<>();
        elements.add(InfoAccess.get().info(result.name().orElse(""), new PmixValue.Status(result.status()), false));
        elements.addAll(result.results().infos());
        // libpmix drops an entry that has no name once the next handler has run.
        return InfoAccess.get()
                .info(result.name().orElse(UNNAMED), new PmixValue.Array(DataType.INFO, elements), false);
    }

    /** Reads the results of handlers of C libraries: for each its name with a status, then what it added. */
    static List<HandlerResult> results(MemorySegment results, long count) {
        Attributes given = InfoArray.read(results, count);
        if (given.isEmpty()) {
            return List.of();
        }
        List<HandlerResult> read = new ArrayList<>();
        HandlerResult last = null;
        for (Info info : given) {
            if (info.value() instanceof PmixValue.Status status) {
                last = new HandlerResult(name(info.key()), status.value(), Attributes.none());
                read.add(last);
            } else if (last != null) {
                Attributes more =
                        Attributes.builder().addAll(last.results()).add(info).build();
                last = new HandlerResult(last.name(), last.status(), more);
                read.set(read.size() - 1, last);
            }
        }
        return List.copyOf(read);
    }

    /** Returns the name of a handler, empty for the one that libpmix gives to a handler without a name. */
    private static Optional<String> name(String key) {
        return key.isEmpty() || key.equals(UNNAMED) ? Optional.empty() : Optional.of(key);
    }

    /** Returns whether one of the results is that of this library. */
    static boolean areOurs(List<HandlerResult> results) {
        for (HandlerResult result : results) {
            if (NativeRegistration.NAME.equals(result.name().orElse(null))) {
                return true;
            }
        }
        return false;
    }
}
