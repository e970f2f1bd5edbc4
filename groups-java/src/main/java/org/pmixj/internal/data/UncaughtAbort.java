// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data;

import java.lang.Thread.UncaughtExceptionHandler;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.call.SessionPart;
import org.pmixj.internal.call.SessionUsers;

/** Aborts the job when an exception leaves a thread, so that peers do not wait. The previous handler runs first. */
public final class UncaughtAbort implements UncaughtExceptionHandler {
    /** Uninstalls the handler at the end of the session. */
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

    // The exit status of a JVM whose main method threw.
    private static final int STATUS = 1;
    private static volatile @Nullable UncaughtAbort installed;

    private final Handle handle;
    private final UncaughtExceptionHandler previous;

    /**
     * Prints as the JVM does, with the process before it, because the launcher mixes the output of its ranks. It stays
     * after the session, which a try statement closes before an exception leaves the thread.
     */
    private record Printer(ProcId self) implements UncaughtExceptionHandler {
        @Override
        public void uncaughtException(Thread thread, Throwable exception) {
            System.err.print(self + ": Exception in thread \"" + thread.getName() + "\" ");
            exception.printStackTrace();
        }
    }

    private UncaughtAbort(Handle handle, @Nullable UncaughtExceptionHandler previous) {
        this.handle = handle;
        this.previous = previous == null || previous instanceof Printer ? new Printer(handle.session.self()) : previous;
    }

    /** Installs the handler for the session, unless it is installed. */
    public static synchronized void install(Handle handle) {
        if (installed == null) {
            UncaughtAbort handler = new UncaughtAbort(handle, Thread.getDefaultUncaughtExceptionHandler());
            Thread.setDefaultUncaughtExceptionHandler(handler);
            installed = handler;
            handle.session.part(SLOT);
        }
    }

    private static synchronized void uninstall() {
        UncaughtAbort handler = installed;
        if (handler != null && Thread.getDefaultUncaughtExceptionHandler() == handler) {
            Thread.setDefaultUncaughtExceptionHandler(handler.previous);
        }
        installed = null;
    }

    /**
     * Returns false after the session, because a handler of the application may still call this one, and while it is
     * being closed: other threads learn of that by an exception. If another handle stays open, that exception is a
     * {@code Closed}, which never aborts.
     */
    private boolean isInForce() {
        return handle.session.isOpen() && !SessionUsers.isClosing(handle.session) && installed == this;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable exception) {
        try {
            previous.uncaughtException(thread, exception);
        } finally {
            if (isInForce() && !(exception instanceof PmixException.Closed) && !handle.session.singleton()) {
                try {
                    String why = handle.session.self() + ": uncaught exception in thread \"" + thread.getName() + "\"";
                    new AbortCall(handle, STATUS, why, List.of()).end();
                } finally {
                    // There may be too little memory for the call.
                    Log.halt(STATUS);
                }
            }
        }
    }
}
