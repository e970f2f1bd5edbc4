// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.pmixj.PmixException;

/**
 * Records something at the host, with as many attempts as it takes: all other processes wait for it as long as this one
 * lives.
 */
public final class Recording {
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);
    /** {@link Pending} waits for several such pauses. */
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(2);

    private final Pending pending;
    private final String what;
    private final BooleanSupplier step;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    /**
     * Prepares a recording.
     *
     * @param step records it, and returns whether it is recorded; may be called again after a failure
     */
    public Recording(Pending pending, String what, BooleanSupplier step) {
        this.pending = pending;
        this.what = what;
        this.step = step;
        pending.add(done);
    }

    /** Attempts it on this thread, and after a failure again in the background. */
    public void run() {
        String failure = attempt();
        if (!done.isDone()) {
            Log.warning(
                    what + " was not recorded, which is attempted again, because no other change of the DVM's size"
                            + " can follow: " + failure,
                    pending.pmix);
            pending.start(this::attemptAgain);
        }
    }

    /** Attempts it in the background, until it succeeds. */
    void runApart() {
        pending.start(this::run);
    }

    private void attemptAgain() {
        for (long pause = FIRST_PAUSE; !done.isDone(); pause = Math.min(2 * pause, LONGEST_PAUSE)) {
            LockSupport.parkNanos(pause);
            attempt();
        }
    }

    /** Returns why it is not recorded, if it is not. */
    private String attempt() {
        String failure = "the host does not know it";
        try {
            if (step.getAsBoolean()) {
                done.complete(null);
            }
        } catch (Throwable e) {
            failure = e instanceof PmixException ? String.valueOf(e.getMessage()) : e.toString();
        }
        if (pending.pmix.isClosed()) {
            // The others notice when this process ends.
            done.complete(null);
        }
        return failure;
    }
}
