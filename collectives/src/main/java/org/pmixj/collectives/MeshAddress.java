// SPDX-License-Identifier: Apache-2.0
package org.pmixj.collectives;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.Optional;

/** Holds what a member sends the others: where it listens, and a secret from which both ends of a connection know each other. */
record MeshAddress(String host, int port, String secret) {
    private static final int LAST_PORT = (1 << 16) - 1;
    private static final String SEPARATOR = " ";

    static MeshAddress create(String host, int port) {
        return new MeshAddress(host, port, HexFormat.of().formatHex(MeshLink.nonce()));
    }

    /** Returns empty for a text that is none. */
    static Optional<MeshAddress> parse(String text) {
        String[] parts = text.split(SEPARATOR, -1);
        return parts.length == 3 && parts[1].matches("[0-9]{1,5}") && Integer.parseInt(parts[1]) <= LAST_PORT
                ? Optional.of(new MeshAddress(parts[0], Integer.parseInt(parts[1]), parts[2]))
                : Optional.empty();
    }

    /** Returns where a process of another address reaches this one: on its own node by the loopback interface. */
    InetSocketAddress from(MeshAddress other) {
        return host.equals(other.host)
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
                : new InetSocketAddress(host, port);
    }

    @Override
    public String toString() {
        return host + SEPARATOR + port + SEPARATOR + secret;
    }
}
