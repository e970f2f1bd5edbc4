// SPDX-License-Identifier: Apache-2.0
package org.pmixj.event;

import java.util.Optional;
import org.pmixj.Attributes;
import org.pmixj.PmixStatus;
import org.pmixj.internal.base.Checks;

/**
 * Describes what a handler answered to an event, for the following ones. A Java handler appears with the status it
 * gave. libpmix 7.0.0rc1 does not report the status of a handler of a C library, which appears with the code of the
 * event.
 *
 * @param name the handler's name, empty if it has none
 * @param status the status, such as {@code PMIX_EVENT_PARTIAL_ACTION_TAKEN}
 * @param results the results that it added
 */
public record HandlerResult(Optional<String> name, PmixStatus status, Attributes results) {
    /** Checks the components. */
    public HandlerResult {
        Checks.notNull("name", name, "status", status, "results", results);
    }
}
