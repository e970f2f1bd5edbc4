// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Deadline;
import org.pmixj.internal.base.Patience;

/** Reports at the end of the JVM, as a shutdown hook, that a handle was not closed. */
final class ForgottenClose extends Thread {
    private static volatile @Nullable ForgottenClose installed;

    private final Session session;

    private ForgottenClose(Session session) {
        super("pmixj-forgotten-close");
        this.session = session;
    }

    /** Installs the hook for a session, unless nobody would miss the close: without a launcher. */
    static void install(Session session) {
        if (!session.singleton()) {
            ForgottenClose hook = new ForgottenClose(session);
            try {
                Runtime.getRuntime().addShutdownHook(hook);
                installed = hook;
            } catch (IllegalStateException e) {
                // The JVM ends already.
            }
        }
    }

    /** Removes the hook, because the last user closes the session. */
    static void uninstall() {
        ForgottenClose hook = installed;
        installed = null;
        try {
            if (hook != null) {
                Runtime.getRuntime().removeShutdownHook(hook);
            }
        } catch (IllegalStateException e) {
            // The JVM ends.
        }
    }

    /** Returns whether the session is still to be closed: nobody has begun to close it, or to end the JVM. */
    static boolean awaits(Session session) {
        ForgottenClose hook = installed;
        return hook != null && hook.session == session && hook.getState() == State.NEW;
    }

    @Override
    public void run() {
        long deadline = Deadline.in(Patience.OTHER_HOOKS);
        while (installed == this) {
            if (isEndedBySignal()) {
                return;
            } else if (Deadline.until(deadline) <= 0) {
                // Not through the logger, which may have ended before.
                System.err.println(session.self() + ": the JVM ends, and Pmix.close() was not called"
                        + session.unclosed() + ". The launcher takes this process for one that failed. Close each"
                        + " Pmix, best with try-with-resources.");
                return;
            }
            LockSupport.parkNanos(this, Patience.OTHER_HOOKS / 50);
        }
    }

    /** Returns whether a signal ends this process, such as one of its launcher. The JVM handles it on such a thread. */
    private static boolean isEndedBySignal() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .anyMatch(name -> name.startsWith("SIG") && name.endsWith(" handler"));
    }
}
