// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpj;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.job.Job;
import org.pmixj.job.Node;

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

    /**
     * From this size in bytes on, MPJ Express announces a message before it sends it; the default of {@code mpjrun}.
     */
    private static final int PROTOCOL_SWITCH_LIMIT = 128 * 1024;

    /** So many connections more than ranks may be silent at a time. The oldest of more is closed. */
    private static final int STRANGERS = 16;

    /** A rank of a busy machine may need so long to say who it is. Until then it is not closed for newer connections. */
    private static final long SPEECHLESS_NANOS = 500_000_000L;

    /** How often a port is sought that is free at several addresses. */
    private static final int ATTEMPTS = 10;

    /** How long a failed accept pauses, such as for want of file descriptors. */
    private static final long PAUSE_NANOS = 100_000_000L;

    private static final Key<String> ADDRESSES = Key.of("org.pmixj.mpj.addresses", ValueType.STRING);

    /** The address at which a rank finds rank 0. */
    private static final Key<String> SERVER = Key.of("org.pmixj.mpj.server", ValueType.STRING);

    private final Pmix pmix;
    private final Job job;
    /** The ranks that have come, with what others need to know of each. */
    private final Map<Integer, Arrival> ranks = new TreeMap<>();

    private final CountDownLatch missing;
    /** The connections that have not said yet who they are, in the order in which they came. */
    private final SequencedMap<Socket, Long> silent = new LinkedHashMap<>();

    private final LocalPeer peers = new LocalPeer();

    private record Arrival(Socket socket, String address) {}

    private Rendezvous(Pmix pmix) throws IOException {
        this.pmix = pmix;
        this.job = pmix.job();
        this.missing = new CountDownLatch(job.size());
    }

    /** Puts the addresses of this machine, from which a rank may come, and the one at which it finds rank 0. */
    static void putAddresses(Pmix pmix) throws IOException {
        pmix.put(Scope.GLOBAL, SERVER, text(InetAddress.getByName(hostname(pmix.job(), 0))));
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
        List<ServerSocket> servers = bind(addresses(pmix), pmix.job().size() + STRANGERS);
        Rendezvous rendezvous = new Rendezvous(pmix);
        int seconds = Integer.getInteger(LIMIT, LIMIT_SECONDS);
        servers.forEach(server -> start(() -> rendezvous.accept(server)));
        start(() -> rendezvous.serve(servers, seconds));
        return "#Number of Processes;" + pmix.job().size() + ";#Protocol Switch Limit;" + PROTOCOL_SWITCH_LIMIT
                + ";#Server Name;" + hostname(pmix.job(), 0) + ";#Server Port;"
                + servers.getFirst().getLocalPort();
    }

    /** Returns the addresses at which the ranks look for this machine: on one node perhaps a loopback address. */
    private static Set<InetAddress> addresses(Pmix pmix) throws IOException {
        Set<InetAddress> found = new LinkedHashSet<>();
        for (Node node : pmix.job().nodes()) {
            InetAddress address = InetAddress.ofLiteral(pmix.get(node.members().getFirst(), SERVER));
            if (!LocalPeer.isLocal(address)) {
                // Another machine passes the connections on to this one.
                return Set.of(new InetSocketAddress(0).getAddress());
            }
            found.add(address);
        }
        return found;
    }

    /** Listens at some addresses, and at no other, with one port, which is free at all of them. */
    private static List<ServerSocket> bind(Set<InetAddress> addresses, int backlog) throws IOException {
        for (int attempt = 1; ; attempt++) {
            List<ServerSocket> servers = new ArrayList<>();
            try {
                for (InetAddress address : addresses) {
                    int port = servers.isEmpty() ? 0 : servers.getFirst().getLocalPort();
                    servers.add(new ServerSocket(port, backlog, address));
                }
                return servers;
            } catch (IOException e) {
                for (ServerSocket server : servers) {
                    server.close();
                }
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
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
    private void serve(List<ServerSocket> servers, int seconds) {
        try {
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
        } finally {
            servers.forEach(Rendezvous::close);
            close(peers);
        }
    }

    private static void close(Closeable end) {
        try {
            end.close();
        } catch (IOException e) {
            // There is nothing to lose.
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
        boolean hasFailed = false;
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                hasFailed = false;
                addSilent(socket);
                // A silent connection does not keep the ranks waiting.
                Thread.ofVirtual().start(() -> receive(socket));
            } catch (IOException e) {
                if (!hasFailed && !server.isClosed()) {
                    System.err.println("the rendezvous of MPJ Express cannot accept a connection, and tries again: "
                            + e.getMessage());
                }
                hasFailed = true;
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Adds a connection, and closes the oldest of too many that has sent nothing: a rank says at once who it is. */
    private void addSilent(Socket socket) {
        long since;
        synchronized (silent) {
            silent.put(socket, System.nanoTime());
            if (!areTooMany()) {
                return;
            }
            since = oldest().getValue();
        }
        // No other connection is accepted meanwhile.
        LockSupport.parkNanos(SPEECHLESS_NANOS - (System.nanoTime() - since));
        synchronized (silent) {
            if (areTooMany()) {
                Socket oldest = oldest().getKey();
                silent.remove(oldest);
                close(oldest);
            }
        }
    }

    private boolean areTooMany() {
        return silent.size() > job.size() + STRANGERS;
    }

    private Map.Entry<Socket, Long> oldest() {
        return silent.sequencedEntrySet().stream()
                .filter(each -> hasSentNothing(each.getKey()))
                .findFirst()
                .orElseGet(() -> silent.sequencedEntrySet().getFirst());
    }

    private static boolean hasSentNothing(Socket socket) {
        try {
            return socket.getInputStream().available() == 0;
        } catch (IOException e) {
            return true;
        }
    }

    private void removeSilent(Socket socket) {
        synchronized (silent) {
            silent.remove(socket);
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
            // What is checked is not silent any more.
            removeSilent(socket);
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
        removeSilent(socket);
        System.err.println("the rendezvous of MPJ Express refuses " + socket + reason);
        close(socket);
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

    /** Returns whether a connection comes from the machine on which a rank runs; from this one, also of this user. */
    private boolean comesFromHost(Socket socket, int rank) throws IOException {
        InetAddress from = socket.getInetAddress();
        boolean isThere = from.isLoopbackAddress()
                ? hostname(job, rank).equals(hostname(job, 0))
                : List.of(pmix.get(job.member(rank), ADDRESSES).split(",", -1)).contains(text(from));
        return isThere && (!LocalPeer.isLocal(from) || peers.isOwn(socket));
    }
}
