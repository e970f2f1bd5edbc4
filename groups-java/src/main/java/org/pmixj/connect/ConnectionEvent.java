// SPDX-License-Identifier: Apache-2.0
package org.pmixj.connect;

import java.util.Objects;
import org.pmixj.ProcId;

/**
 * What other processes of connections do (RFC 0003).
 *
 * <pre>{@code
 * connections.onChange(event -> {
 *     switch (event) {
 *         case ConnectionEvent.HasConnected(String namespace, ProcId proc) -> arrived(proc);
 *         case ConnectionEvent.HasDisconnected(String namespace, ProcId proc) -> departed(proc);
 *         case ConnectionEvent.Terminated(String namespace, ProcId proc) -> lost(proc);
 *     }
 * });
 * }</pre>
 */
public sealed interface ConnectionEvent {
    /**
     * Which connection.
     *
     * @return its namespace
     */
    String namespace();

    /**
     * Who did something.
     *
     * @return as its own job knows it
     */
    ProcId proc();

    /**
     * A process connects ({@code PMIX_PROC_HAS_CONNECTED}), before the connection is complete. Those tell that were asked
     * to ({@link ConnectRequest.Builder#notifyEach}); whoever registers later is not told.
     *
     * @param namespace of the connection
     * @param proc the process
     */
    record HasConnected(String namespace, ProcId proc) implements ConnectionEvent {
        /** Checks what is given. */
        public HasConnected {
            check(namespace, proc);
        }
    }

    /**
     * A process disconnects ({@link Connections#PROC_HAS_DISCONNECTED}). Those tell that were asked to ({@link
     * ConnectRequest.Builder#notifyEach}, {@link DisconnectRequest.Builder#notifyEach}).
     *
     * @param namespace of the connection
     * @param proc the process
     */
    record HasDisconnected(String namespace, ProcId proc) implements ConnectionEvent {
        /** Checks what is given. */
        public HasDisconnected {
            check(namespace, proc);
        }
    }

    /**
     * A connected process has gone without disconnecting: it closed the connection or its session, or ended. Where the host
     * does not tell ends of processes ({@code --rtos recoverable,notifyerrors}), nothing is told of those that ended, but
     * for those of another job when all of that job has ended. Without {@code PMIx_Connect}, that is with {@link
     * ConnectRequest.Builder#earlyTermination}, the host never tells the end of one process to another job.
     *
     * @param namespace of the connection
     * @param proc the process
     */
    record Terminated(String namespace, ProcId proc) implements ConnectionEvent {
        /** Checks what is given. */
        public Terminated {
            check(namespace, proc);
        }
    }

    private static void check(String namespace, ProcId proc) {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(proc, "proc");
    }
}
