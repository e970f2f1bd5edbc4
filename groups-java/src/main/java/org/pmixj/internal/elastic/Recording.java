// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.elastic;

import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.pmixj.PmixException;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.call.Dispatcher;
import org.pmixj.internal.call.Handle;

/**
 * Records something at the host, with as many attempts as it takes: all other processes wait for it as long as this one
 * lives. The end of the session waits for it too.
 */
public final class Recording {
    /** The pause after the first attempt that fails. Each further pause is twice as long. */
    private static final long FIRST_PAUSE_NANOS = 100_000_000L;

    /** The end of the session waits for several such pauses. */
    private static final long LONGEST_PAUSE_NANOS = 2_000_000_000L;

    private final Handle handle;
    private final String what;
    private final BooleanSupplier step;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private long pause = FIRST_PAUSE_NANOS;

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
        if (pause == FIRST_PAUSE_NANOS) {
            Log.warning(what + " was not recorded, which is attempted again, because no other change of the DVM's size"
                    + " can follow: " + reason);
        }
        handle.session.timers.later(pause, this::runApart);
        pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
    }

    /** Makes all attempts in the background. */
    public void runApart() {
        Dispatcher.apart(this::run);
    }
}
