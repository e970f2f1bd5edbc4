// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.List;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.data.AbortCall;

/**
 * Ends the job because an event handler wants it.
 *
 * @param handler the handler
 * @param event describes the event it was called for
 */
record JobTermination(RegisteredHandler handler, String event) implements Runnable {
    private static final int STATUS = 1;

    @Override
    public void run() {
        Handle handle = handler.handle;
        String message = handler.title() + " wants termination because of " + event;
        AbortCall.announce(handle, STATUS, message);
        new AbortCall(handle, STATUS, message, List.of()).run(Deadline.toNanos(handle.defaultTimeout));
    }
}
