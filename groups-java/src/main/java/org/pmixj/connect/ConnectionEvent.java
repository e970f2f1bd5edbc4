// SPDX-License-Identifier: Apache-2.0
package org.pmixj.connect;

import org.pmixj.ProcId;
import org.pmixj.internal.base.Checks;

/**
 * Reports what the other processes of a connection do (RFC 0003).
 *
 * {@snippet file="ConnectSnippets.java" region="changes"}
 */
public sealed interface ConnectionEvent {
    /** {@return the namespace of the connection} */
    String namespace();

    /** {@return the process concerned, as its own job names it} */
    ProcId proc();

    /**
     * Reports that a process connects ({@code PMIX_PROC_HAS_CONNECTED}), mostly before the connection is complete. Only
     * processes with {@link ConnectRequest.Builder#notifyEach} receive it. Later listeners do not.
     *
     * @param namespace the namespace of the connection
     * @param proc the process
     */
    record HasConnected(String namespace, ProcId proc) implements ConnectionEvent {
        /** Checks the components. */
        public HasConnected {
            Checks.notNull("namespace", namespace, "proc", proc);
        }
    }

    /**
     * Reports that a process disconnects ({@link Connections#PROC_HAS_DISCONNECTED}). Processes with {@link
     * ConnectRequest.Builder#notifyEach} receive it; and all, if the one that disconnects requests {@link
     * DisconnectRequest#withNotifyEach}.
     *
     * @param namespace the namespace of the connection
     * @param proc the process
     */
    record HasDisconnected(String namespace, ProcId proc) implements ConnectionEvent {
        /** Checks the components. */
        public HasDisconnected {
            Checks.notNull("namespace", namespace, "proc", proc);
        }
    }

    /**
     * Reports that a connected process departed without disconnecting: it closed the connection or its session, or
     * ended. It is an error, so {@link ConnectRequest.Builder#earlyTermination} has none reported. If the host was not
     * started with {@code --runtime-options recoverable,notifyerrors}, it reports the end of a process only when the
     * process is of another job and all of that job has ended.
     *
     * @param namespace the namespace of the connection
     * @param proc the process
     */
    record Terminated(String namespace, ProcId proc) implements ConnectionEvent {
        /** Checks the components. */
        public Terminated {
            Checks.notNull("namespace", namespace, "proc", proc);
        }
    }
}
