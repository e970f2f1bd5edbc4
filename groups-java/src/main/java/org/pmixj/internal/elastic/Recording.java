// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.elastic;

import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.pmixj.PmixException;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.call.Dispatcher;
import org.pmixj.internal.call.Handle;

/**
 * Records something at the host, with as many attempts as it takes: all other processes wait for it as long as this one
 * lives. The end of the session waits for it too.
 */
public final class Recording {
    private final Handle handle;
    private final String what;
    private final BooleanSupplier step;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private long pause = Patience.RECORD_PAUSE;

    /**
     * Prepares a recording.
     *
     * @param step records it, and returns whether it is recorded; may be called again after a failure
     */
    public Recording(Handle handle, String what, BooleanSupplier step) {
        this.handle = handle;
        this.what = what;
        this.step = step;
        SizeEvents.of(handle.session).awaitAtEnd(done);
    }

    /** Makes the first attempt here, and all others in the background. */
    public void run() {
        String reason = "the host does not know it";
        try {
            if (step.getAsBoolean()) {
                done.complete(null);
                return;
            }
        } catch (Throwable e) {
            reason = e instanceof PmixException ? String.valueOf(e.getMessage()) : e.toString();
        }
        if (!handle.session.isOpen()) {
            // The others notice when this process ends.
            done.complete(null);
            return;
        }
        if (pause == Patience.RECORD_PAUSE) {
            Log.warning(what + " was not recorded, which is attempted again, because no other change of the DVM's size"
                    + " can follow: " + reason);
        }
        handle.session.timers.later(pause, this::runApart);
        pause = Math.min(2 * pause, Patience.LONGEST_RECORD_PAUSE);
    }

    /** Makes all attempts in the background. */
    public void runApart() {
        Dispatcher.apart(this::run);
    }
}
