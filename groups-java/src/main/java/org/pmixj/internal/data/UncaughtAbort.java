// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data;

import java.lang.Thread.UncaughtExceptionHandler;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;

/**
 * Aborts the job when an exception leaves a thread: the peers would otherwise wait for this process until their bounds
 * run out. What was installed before is asked first.
 */
public final class UncaughtAbort implements UncaughtExceptionHandler {
    /** Uninstalls it at the end of the session. */
    private static final SessionPart.Slot<SessionPart> SLOT = new SessionPart.Slot<>(13) {
        @Override
        protected SessionPart create(Session session) {
            return new SessionPart() {
                @Override
                public void sessionEnded() {
                    uninstall();
                }
            };
        }
    };

    /** The exit status of a JVM whose main method threw. */
    private static final int STATUS = 1;

    private static volatile @Nullable UncaughtAbort installed;

    private final Handle handle;
    private final DataExchange data;
    private final @Nullable UncaughtExceptionHandler previous;

    private UncaughtAbort(Handle handle, DataExchange data, @Nullable UncaughtExceptionHandler previous) {
        this.handle = handle;
        this.data = data;
        this.previous = previous;
    }

    /** Installs it for the time of the session, or does nothing where it is. */
    public static synchronized void install(Handle handle, DataExchange data) {
        if (installed == null) {
            UncaughtAbort handler = new UncaughtAbort(handle, data, Thread.getDefaultUncaughtExceptionHandler());
            Thread.setDefaultUncaughtExceptionHandler(handler);
            installed = handler;
            handle.session.part(SLOT);
        }
    }

    /** At the end of the session. */
    private static synchronized void uninstall() {
        UncaughtAbort handler = installed;
        if (handler != null && Thread.getDefaultUncaughtExceptionHandler() == handler) {
            Thread.setDefaultUncaughtExceptionHandler(handler.previous);
        }
        installed = null;
    }

    /** Not after the session, even if the application goes on calling this from a handler of its own. */
    private boolean isInForce() {
        return handle.session.isOpen() && installed == this;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable exception) {
        try {
            if (previous != null) {
                previous.uncaughtException(thread, exception);
            } else {
                System.err.print("Exception in thread \"" + thread.getName() + "\" ");
                exception.printStackTrace();
            }
        } finally {
            if (isInForce() && !handle.session.singleton()) {
                // An interrupt of the failed thread must not keep the abort from going out.
                Thread.interrupted();
                try {
                    data.abort(
                            STATUS,
                            handle.session.self() + ": uncaught exception in thread \"" + thread.getName() + "\"");
                } catch (RuntimeException e) {
                    System.err.println("pmixj: the job could not be aborted: " + e.getMessage());
                }
                // Not exit: shutdown hooks of the application could wait for the peers.
                Runtime.getRuntime().halt(STATUS);
            }
        }
    }
}
