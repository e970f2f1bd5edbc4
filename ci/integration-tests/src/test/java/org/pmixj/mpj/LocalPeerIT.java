// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpj;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pmixj.mpj.LocalPeer.End;

/** Tests who is found at the other end of a connection, by tables as Linux writes them. Starts no job. */
class LocalPeerIT {
    private static final String TITLES =
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt" + "   uid  timeout inode\n";
    private static final String REST = " 00000000:00000000 00:00000000 00000000  ";

    /** The rank connects from its port 8080 to port 40000 of the rendezvous. */
    private static final End RANK = new End(InetAddress.ofLiteral("127.0.0.1"), 8080);

    private static final End SERVER = new End(InetAddress.ofLiteral("127.0.1.1"), 40000);

    private static String line(String from, String to, String state, long user) {
        return "   0: " + from + " " + to + " " + state + REST + user + "        0 12345 1 0000000000000000 20 4 30\n";
    }

    private static List<Integer> user(String... lines) throws Exception {
        return LocalPeer.user(TITLES + String.join("", lines), RANK, SERVER).stream()
                .boxed()
                .toList();
    }

    @Test
    void theConnectionWithBothAddressesCounts() throws Exception {
        assertThat(user(
                        // Another process has the same port at another address, or is connected to another server.
                        line("0201007F:1F90", "0101007F:9C40", "01", 1),
                        line("0100007F:1F90", "0100007F:9C40", "01", 2),
                        line("0100007F:1F90", "0101007F:9C41", "01", 3),
                        // The end of the server itself.
                        line("0101007F:9C40", "0100007F:1F90", "01", 4),
                        line("0100007F:1F90", "0101007F:9C40", "01", 1000)))
                .containsExactly(1000);
    }

    @Test
    void oneThatIsNotEstablishedDoesNot() throws Exception {
        for (String state : new String[] {"02", "06", "08", "0A"}) {
            assertThat(user(line("0100007F:1F90", "0101007F:9C40", state, 1000)))
                    .isEmpty();
        }
        assertThat(user()).isEmpty();
        assertThat(user("a line that is none\n", "\n")).isEmpty();
    }

    /** As the socket of a JVM has it. */
    @Test
    void anAddressOfIpv4InOneOfIpv6() throws Exception {
        String mapped = "0000000000000000FFFF0000";
        assertThat(user(line(mapped + "0100007F:1F90", mapped + "0101007F:9C40", "01", 1000)))
                .containsExactly(1000);
        End six = new End(InetAddress.ofLiteral("fd00::1"), 1);
        assertThat(End.parse("000000FD000000000000000001000000:0001")).isEqualTo(six);
    }

    @Test
    void connectionsOfThisProcessAreItsOwn() throws Exception {
        for (String address : new String[] {"127.0.0.1", "127.0.1.1", "::1"}) {
            InetAddress at = InetAddress.ofLiteral(address);
            assertThat(LocalPeer.isLocal(at)).isTrue();
            if (address.equals("::1") && NetworkInterface.getByInetAddress(at) == null) {
                // This machine does without IPv6.
                continue;
            }
            try (LocalPeer peers = new LocalPeer();
                    ServerSocket server = new ServerSocket(0, 1, at);
                    Socket rank = new Socket(at, server.getLocalPort());
                    Socket accepted = server.accept()) {
                assertThat(peers.isOwn(accepted)).as("%s by %s", address, rank).isTrue();
            }
        }
        assertThat(LocalPeer.isLocal(InetAddress.ofLiteral("192.0.2.1"))).isFalse();
    }
}
