// SPDX-License-Identifier: Apache-2.0
package org.pmixj.event;

import java.util.List;
import java.util.Optional;
import org.pmixj.Attributes;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;

/** Represents an event, as one handler sees it. Immutable. */
public interface Event {
    /** {@return what happened: one of {@link org.pmixj.Statuses}, or one of the application's own codes} */
    PmixStatus code();

    /** {@return the process that sent the event, or that the host reports on; empty if libpmix does not report it} */
    Optional<ProcId> source();

    /** {@return the processes that the event affects ({@code PMIX_EVENT_AFFECTED_PROCS}), an immutable list} */
    List<ProcId> affected();

    /** {@return a message for people ({@code PMIX_EVENT_TEXT_MESSAGE}), empty if there is none} */
    Optional<String> text();

    /**
     * {@return the meaning of the event as a type to switch over; {@link EventDetail.Other} if this library has no type
     * for the code, or the event lacks information}
     */
    EventDetail detail();

    /** {@return all information of the event, except what libpmix and PRRTE add for their own use} */
    Attributes attributes();

    /** {@return whether the event came before the handler was registered, see {@link HandlerBuilder#withCached}} */
    boolean isCached();

    /** {@return the answers of the preceding handlers in their order, also those in C; an immutable list} */
    List<HandlerResult> results();

    /**
     * {@return what a preceding handler answered, empty if no handler of that name was called for this event}
     *
     * @param handler its name
     */
    Optional<HandlerResult> result(String handler);
}
