// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpj;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.job.Job;

/**
 * The rendezvous of MPJ Express, which its launcher {@code mpjrun} opens otherwise: {@code MPI.Init} of each rank sends
 * its ports, and receives those of all ranks when all have come.
 */
final class Rendezvous {
    /** The property with the number of seconds after which a job ends of which not all ranks have come. */
    private static final String LIMIT = "pmixj.mpj.timeout";

    private static final int LIMIT_SECONDS = 600;

    /** How long a connection may be silent until it is closed. It is not one of MPJ Express then. */
    private static final int SILENCE_MILLIS = 10_000;

    /** From this size in bytes on, MPJ Express announces a message before it sends it; the default of {@code mpjrun}. */
    private static final int PROTOCOL_SWITCH_LIMIT = 128 * 1024;

    private static final Key<String> ADDRESSES = Key.of("org.pmixj.mpj.addresses", ValueType.STRING);

    private final Pmix pmix;
    private final Job job;
    /** The ranks that have come, with what others need to know of each. */
    private final Map<Integer, Arrival> ranks = new TreeMap<>();

    private final CountDownLatch missing;

    private record Arrival(Socket socket, String address) {}

    private Rendezvous(Pmix pmix) {
        this.pmix = pmix;
        this.job = pmix.job();
        this.missing = new CountDownLatch(job.size());
    }

    /** Puts the addresses of this machine, from which a rank may come. */
    static void putAddresses(Pmix pmix) throws IOException {
        pmix.put(
                Scope.GLOBAL,
                ADDRESSES,
                NetworkInterface.networkInterfaces()
                        .flatMap(NetworkInterface::inetAddresses)
                        .map(Rendezvous::text)
                        .collect(Collectors.joining(",")));
    }

    /** Returns an address without the interface, which the other end names otherwise. */
    private static String text(InetAddress address) {
        String text = address.getHostAddress();
        int scope = text.indexOf('%');
        return scope < 0 ? text : text.substring(0, scope);
    }

    /** Opens a rendezvous, and returns the configuration from which {@code MPI.Init} knows it. */
    static String open(Pmix pmix) throws IOException {
        ServerSocket server = new ServerSocket(0, pmix.job().size());
        Rendezvous rendezvous = new Rendezvous(pmix);
        int seconds = Integer.getInteger(LIMIT, LIMIT_SECONDS);
        start(() -> rendezvous.accept(server));
        start(() -> rendezvous.serve(server, seconds));
        return "#Number of Processes;" + pmix.job().size() + ";#Protocol Switch Limit;" + PROTOCOL_SWITCH_LIMIT
                + ";#Server Name;" + hostname(pmix.job(), 0) + ";#Server Port;" + server.getLocalPort();
    }

    /** Runs a part whose exceptions are uncaught, and abort the job. */
    private static void start(Runnable part) {
        Thread.ofPlatform().daemon().name("pmixj-mpj-rendezvous").start(part);
    }

    private static String hostname(Job job, int rank) {
        return job.hostname(rank)
                .orElseThrow(() -> new IllegalStateException("the launcher does not report the node of rank " + rank));
    }

    /** Answers when all ranks have come. A rank that ends without coming ends the job. */
    private void serve(ServerSocket server, int seconds) {
        try (server) {
            if (!missing.await(seconds, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the rendezvous of MPJ Express: within " + seconds
                        + " s, MPI.Init was not called by the ranks " + absent() + "; call it in each rank, or set -D"
                        + LIMIT + " to more seconds");
            }
            synchronized (ranks) {
                String table = "#Peer Information;"
                        + ranks.values().stream().map(Arrival::address).collect(Collectors.joining(";"));
                for (Arrival rank : ranks.values()) {
                    try (Socket socket = rank.socket()) {
                        new DataOutputStream(socket.getOutputStream()).writeUTF(table);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the rendezvous of MPJ Express failed: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<Integer> absent() {
        synchronized (ranks) {
            return IntStream.range(0, job.size())
                    .filter(rank -> !ranks.containsKey(rank))
                    .boxed()
                    .toList();
        }
    }

    private void accept(ServerSocket server) {
        try {
            while (true) {
                Socket socket = server.accept();
                // A silent connection does not keep the ranks waiting.
                Thread.ofVirtual().start(() -> receive(socket));
            }
        } catch (IOException e) {
            if (!server.isClosed()) {
                throw new UncheckedIOException("the rendezvous of MPJ Express failed: " + e.getMessage(), e);
            }
        }
    }

    /** Receives the ports of a rank. Anybody may connect, so what is no rank is reported, and changes nothing. */
    private void receive(Socket socket) {
        String reason;
        try {
            socket.setSoTimeout(SILENCE_MILLIS);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            String greeting = in.readUTF();
            int writePort = in.readInt();
            int readPort = in.readInt();
            int rank = in.readInt();
            if (greeting.equals("Sending Info") && rank >= 0 && rank < job.size() && comesFromHost(socket, rank)) {
                String address = hostname(job, rank) + "@" + readPort + "@" + writePort + "@" + rank;
                if (isFirst(rank, new Arrival(socket, address))) {
                    return;
                }
            }
            reason = ", which says it is rank " + rank;
        } catch (IOException | PmixException e) {
            reason = ": " + e;
        }
        System.err.println("the rendezvous of MPJ Express refuses " + socket + reason);
        try {
            socket.close();
        } catch (IOException e) {
            // There is nothing to lose.
        }
    }

    private boolean isFirst(int rank, Arrival arrival) {
        synchronized (ranks) {
            if (ranks.putIfAbsent(rank, arrival) != null) {
                return false;
            }
        }
        missing.countDown();
        return true;
    }

    /** Returns whether a connection comes from the machine on which a rank runs. */
    private boolean comesFromHost(Socket socket, int rank) {
        InetAddress from = socket.getInetAddress();
        return from.isLoopbackAddress()
                ? hostname(job, rank).equals(hostname(job, 0))
                : List.of(pmix.get(job.member(rank), ADDRESSES).split(",", -1)).contains(text(from));
    }
}
