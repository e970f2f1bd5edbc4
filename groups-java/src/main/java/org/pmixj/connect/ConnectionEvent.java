// SPDX-License-Identifier: Apache-2.0
package org.pmixj.connect;

import java.util.Objects;
import org.pmixj.ProcId;

/**
 * Reports what other processes of connections do (RFC 0003).
 *
 * {@snippet file="ConnectSnippets.java" region="changes"}
 */
public sealed interface ConnectionEvent {
    /**
     * Returns the namespace of the connection.
     *
     * @return its namespace
     */
    String namespace();

    /**
     * Returns who did something.
     *
     * @return as its own job knows it
     */
    ProcId proc();

    /**
     * Reports that a process connects ({@code PMIX_PROC_HAS_CONNECTED}), before the connection is complete. Those tell
     * that were asked to ({@link ConnectRequest.Builder#notifyEach}); whoever registers later is not told.
     *
     * @param namespace of the connection
     * @param proc the process
     */
    record HasConnected(String namespace, ProcId proc) implements ConnectionEvent {
        /** Checks the components. */
        public HasConnected {
            check(namespace, proc);
        }
    }

    /**
     * Reports that a process disconnects ({@link Connections#PROC_HAS_DISCONNECTED}). Those tell that were asked to
     * ({@link ConnectRequest.Builder#notifyEach}, {@link DisconnectRequest.Builder#notifyEach}).
     *
     * @param namespace of the connection
     * @param proc the process
     */
    record HasDisconnected(String namespace, ProcId proc) implements ConnectionEvent {
        /** Checks the components. */
        public HasDisconnected {
            check(namespace, proc);
        }
    }

    /**
     * Reports that a connected process departed without disconnecting: it closed the connection or its session, or
     * ended. Where the host does not report ends of processes ({@code --rtos recoverable,notifyerrors}), those that
     * ended are not reported, except those of another job when all of that job has ended. Without {@code PMIx_Connect},
     * that is with {@link ConnectRequest.Builder#earlyTermination}, the host never reports the end of one process to
     * another job.
     *
     * @param namespace of the connection
     * @param proc the process
     */
    record Terminated(String namespace, ProcId proc) implements ConnectionEvent {
        /** Checks the components. */
        public Terminated {
            check(namespace, proc);
        }
    }

    private static void check(String namespace, ProcId proc) {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(proc, "proc");
    }
}
