// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpj;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;
import org.pmixj.job.Job;

/**
 * The rendezvous of MPJ Express, which its launcher {@code mpjrun} opens otherwise: {@code MPI.Init} of each rank sends
 * its ports, and receives those of all ranks when all have come.
 */
final class Rendezvous {
    /** How long a connection may be silent until it is closed. It is not one of MPJ Express then. */
    private static final int SILENCE_MILLIS = 10_000;

    /** From this size in bytes on, MPJ Express announces a message before it sends it; the default of {@code mpjrun}. */
    private static final int PROTOCOL_SWITCH_LIMIT = 128 * 1024;

    private final Job job;
    private final Map<Integer, Socket> ranks = new HashMap<>();
    private final String[] addresses;

    private Rendezvous(Job job) {
        this.job = job;
        this.addresses = new String[job.size()];
    }

    /** Opens a rendezvous, and returns the configuration from which {@code MPI.Init} knows it. */
    static String open(Job job) throws IOException {
        ServerSocket server = new ServerSocket(0, job.size());
        Thread.ofPlatform().daemon().name("pmixj-mpj-rendezvous").start(() -> new Rendezvous(job).serve(server));
        return "#Number of Processes;" + job.size() + ";#Protocol Switch Limit;" + PROTOCOL_SWITCH_LIMIT
                + ";#Server Name;" + hostname(job, 0) + ";#Server Port;" + server.getLocalPort();
    }

    private static String hostname(Job job, int rank) {
        return job.hostname(rank)
                .orElseThrow(() -> new IllegalStateException("the launcher does not report the node of rank " + rank));
    }

    /** Answers when all ranks have come. A rank that ends without coming ends the job. */
    private void serve(ServerSocket server) {
        try (server) {
            while (ranks.size() < job.size()) {
                Socket socket = server.accept();
                if (!isNextRank(socket)) {
                    socket.close();
                }
            }
            String table = "#Peer Information;" + String.join(";", addresses);
            for (Socket socket : ranks.values()) {
                try (socket) {
                    new DataOutputStream(socket.getOutputStream()).writeUTF(table);
                }
            }
        } catch (IOException e) {
            // It is uncaught, and aborts the job.
            throw new UncheckedIOException("the rendezvous of MPJ Express failed: " + e.getMessage(), e);
        }
    }

    /** Receives the ports of a rank. Anybody may connect, so what is no rank is reported, and changes nothing. */
    private boolean isNextRank(Socket socket) {
        try {
            socket.setSoTimeout(SILENCE_MILLIS);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            String greeting = in.readUTF();
            int writePort = in.readInt();
            int readPort = in.readInt();
            int rank = in.readInt();
            if (greeting.equals("Sending Info") && rank >= 0 && rank < job.size() && !ranks.containsKey(rank)) {
                ranks.put(rank, socket);
                addresses[rank] = hostname(job, rank) + "@" + readPort + "@" + writePort + "@" + rank;
                return true;
            }
            System.err.println("the rendezvous of MPJ Express refuses " + socket + ", which says it is rank " + rank);
        } catch (IOException e) {
            System.err.println("the rendezvous of MPJ Express refuses " + socket + ": " + e);
        }
        return false;
    }
}
