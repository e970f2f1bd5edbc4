// SPDX-License-Identifier: Apache-2.0
package org.pmixj.event;

import java.util.List;
import java.util.Optional;
import org.pmixj.Attributes;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;

/** Represents an event, as one handler sees it. Immutable. */
public interface Event {
    /**
     * Returns what happened.
     *
     * @return the code, one of {@link org.pmixj.Statuses} or of the application's own
     */
    PmixStatus code();

    /**
     * Returns who sent it. The host sends events in the name of the process concerned.
     *
     * @return empty if libpmix does not report
     */
    Optional<ProcId> source();

    /**
     * Returns whom it affects ({@code PMIX_EVENT_AFFECTED_PROC}, {@code PMIX_EVENT_AFFECTED_PROCS}).
     *
     * @return an immutable list; empty if the event does not say
     */
    List<ProcId> affected();

    /**
     * Returns a message to read ({@code PMIX_EVENT_TEXT_MESSAGE}).
     *
     * @return empty if there is none
     */
    Optional<String> text();

    /**
     * Returns what the event means, typed, to switch over.
     *
     * @return {@link EventDetail.Other} for a code this library has no type for, or whose information is not there
     */
    EventDetail detail();

    /**
     * Returns everything that came with the event, the directives of its sender included, but for marks that libpmix
     * and PRRTE leave in it for themselves.
     *
     * @return as it came
     */
    Attributes attributes();

    /**
     * Returns whether the event was kept, and came before the handler was registered.
     *
     * @return true for an event that is delivered because of {@link HandlerBuilder#withCached}
     */
    boolean isCached();

    /**
     * Returns what the handlers before this one in the chain answered, those of C libraries included.
     *
     * @return an immutable list, in the order of the chain
     */
    List<HandlerResult> results();

    /**
     * Returns what a handler before this one answered.
     *
     * @param handler its name
     * @return its answer, empty if no handler of that name was called for this event before
     */
    Optional<HandlerResult> result(String handler);
}
