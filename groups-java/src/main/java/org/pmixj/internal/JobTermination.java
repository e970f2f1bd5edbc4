// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.List;

/**
 * Ends the job because an event handler wants it.
 *
 * @param handler whose wish it is
 * @param event because of which event
 */
record JobTermination(Handler handler, String event) implements Runnable {
    private static final int STATUS = 1;

    @Override
    public void run() {
        Context context = handler.context;
        String message = handler.title() + " wants termination because of " + event;
        // PRRTE does not print it.
        System.err.println(context.session.self() + " aborts the job with status " + STATUS + ": " + message);
        new Abort(context, STATUS, message, List.of()).run(Operation.toNanos(context.defaultTimeout));
    }
}
