// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import org.pmixj.internal.base.StatusCodes;
import org.pmixj.internal.ffi.InFlight;

/**
 * Starts a call that is in flight already: on its worker, or when it is to be repeated.
 *
 * @param mayUseWorker whether the call decides once more on which thread it starts
 */
record CallStart(NativeCall<?> call, boolean mayUseWorker) implements Runnable {
    @Override
    public void run() {
        try {
            if (mayUseWorker && call.chooseWorker()) {
                call.startOnWorker(new CallStart(call, false));
            } else {
                startHere();
            }
        } catch (RuntimeException e) {
            failed(call.handle().session.isOpen() ? e : StatusCodes.closed(call.what));
        } catch (Throwable e) {
            // Such as too little memory, which nobody else reports to the caller.
            failed(new IllegalStateException(call.what + " could not start", e));
        }
    }

    private void startHere() {
        if (call.wanted()) {
            call.prepare();
        }
        // The timeout may have expired meanwhile.
        if (call.wanted()) {
            call.attempt(false);
        } else if (InFlight.take(call.token) != null) {
            call.end(false);
        }
    }

    private void failed(RuntimeException failure) {
        if (InFlight.take(call.token) != null) {
            call.end(true);
        }
        call.fail(failure);
    }
}
