// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.ffi.repair;

import java.util.Map;
import org.pmixj.ffi.ConnectedSocket;

/**
 * Acknowledges messages of the server as soon as they have arrived. The server leaves Nagle's algorithm on: its second
 * small message to a process waits until that process's kernel has acknowledged the first, which the kernel does after
 * 40 ms if the process sends nothing. So an event that follows the answer to a notification takes 44 ms, in C too.
 *
 * <p>Each acknowledgement is a packet, which costs CPU time. Where the kernel can be set to wait no
 * longer than a few milliseconds for any message, only those are acknowledged at once after which events may come.
 */
public final class QuickAcknowledgement {
    /** The environment variables in which the launcher names the server, each for the clients of some versions. */
    private static final String SERVER = "PMIX_SERVER_URI";

    /** The delays to try: the kernel accepts two ticks of its clock, which may have 1000 or 100 of them in a second. */
    private static final int LEAST_MICROS = 2000;

    private static final int MOST_MICROS = 20_000;

    private static final int NONE = -1;
    private static final int UNKNOWN = -2;

    private static volatile int socket = UNKNOWN;

    /** Whether the kernel acknowledges all messages soon. Written before {@link #socket}. */
    private static boolean isLimited;

    private QuickAcknowledgement() {}

    /**
     * Called when a message of the server has arrived, on the progress thread. The kernel forgets it by the next one.
     *
     * @param precedesMessage whether the server may send another one right after it
     */
    public static void arrived(boolean precedesMessage) {
        int known = socket;
        if (known == UNKNOWN) {
            known = find();
            isLimited = known != NONE && isDelayLimited(known);
            socket = known;
        }
        if (known != NONE && (precedesMessage || !isLimited)) {
            ConnectedSocket.acknowledge(known);
        }
    }

    private static boolean isDelayLimited(int known) {
        for (int micros = LEAST_MICROS; micros <= MOST_MICROS; micros += LEAST_MICROS) {
            if (ConnectedSocket.limitDelay(known, micros)) {
                return true;
            }
        }
        return false;
    }

    /** Forgets the socket when libpmix closes it. */
    public static void closed() {
        socket = UNKNOWN;
    }

    private static int find() {
        for (Map.Entry<String, String> variable : System.getenv().entrySet()) {
            // Such as prterun-host-42@0.0;tcp4://127.0.0.1:38041.
            if (variable.getKey().startsWith(SERVER)) {
                String uri = variable.getValue();
                try {
                    return ConnectedSocket.find(Integer.parseInt(uri, uri.lastIndexOf(':') + 1, uri.length(), 10));
                } catch (NumberFormatException e) {
                    return NONE;
                }
            }
        }
        return NONE;
    }
}
