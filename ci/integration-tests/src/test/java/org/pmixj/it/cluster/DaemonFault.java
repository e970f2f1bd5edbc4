// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** One cell of the matrix of daemons and nodes that fail: what fails, and what the ranks do meanwhile. */
record DaemonFault(Fault fault, During during) {
    static final int RANKS = 5;

    /** The only rank of the third node, on which nothing fails. It calls when the fault is there, so that the others wait. */
    static final int LATE = 2;

    private static final String CUT = "nsenter --net=/proc/1/ns/net ip link set node1 ";

    private static final String FILL = "! cat /dev/zero >$TMPDIR/full";

    /** The faults. All but the last three concern the second node, whose daemon is {@code $1}. */
    enum Fault {
        /** Its daemon is killed. */
        DAEMON_KILLED("kill -KILL $1", ""),
        /** Its daemon is stopped, and continued when all is over. */
        DAEMON_STOPPED("kill -STOP $1", "kill -CONT $1"),
        /** Its daemon is stopped, and continued while the ranks wait. */
        DAEMON_REVIVED("kill -STOP $1", "kill -CONT $1"),
        /** Its network is down until all is over. */
        LINK_DOWN(CUT + "down", CUT + "up"),
        /** Its network is down, and up again while the ranks wait. */
        LINK_RESTORED(CUT + "down", CUT + "up"),
        /** Its network is down, and TCP gives up after some seconds: keepalives of PRRTE, retransmissions of Linux. */
        LINK_WATCHED(CUT + "down", ""),
        /** {@code prterun}, which is the daemon of the first node, is killed. */
        LAUNCHER_KILLED("kill -KILL $1", ""),
        /** The file system of {@code TMPDIR} is full, on all nodes, where PMIx keeps its shared memory. */
        DISK_FULL(FILL, ""),
        /** The same, but PMIx has no shared memory. */
        DISK_FULL_UNSHARED(FILL, "rm $TMPDIR/full");

        private final String begin;
        private final String end;

        Fault(String begin, String end) {
            this.begin = begin;
            this.end = end;
        }

        private String script(String command, long daemon) {
            return "set -- " + daemon + "; " + command;
        }

        /** Returns the script that makes the fault. */
        String begin(long daemon) {
            return script(begin, daemon);
        }

        /** Returns the script that ends it. */
        String end(long daemon) {
            return script(end, daemon);
        }

        /** Returns the first rank on the node that is cut off. */
        int victim() {
            return this == LAUNCHER_KILLED ? 0 : 1;
        }

        /** Returns whether everything goes on where it was, even if it takes a moment. */
        boolean isHarmless() {
            return this == DAEMON_REVIVED || this == LINK_RESTORED || this == DISK_FULL_UNSHARED;
        }

        /** Returns whether nobody can distinguish the node from a slow one. */
        boolean isUnnoticed() {
            return this == DAEMON_STOPPED || this == LINK_DOWN;
        }

        /** Returns whether the ranks of the node are lost for the others. */
        boolean losesMembers() {
            return !isHarmless() && !isUnnoticed();
        }

        /** Returns whether the ranks of the node lose their server at once, and live. */
        boolean makesOrphans() {
            return this == DAEMON_KILLED || this == LAUNCHER_KILLED;
        }

        /** Returns whether all servers crash in the next fence. */
        boolean crashesAll() {
            return this == DISK_FULL;
        }

        /** Returns the command that starts the job. */
        String launcher() {
            return switch (this) {
                case LINK_WATCHED -> """
                    for node in /run/netns/*; do
                        nsenter --net=$node sh -c 'echo 3 >/proc/sys/net/ipv4/tcp_retries2' || exit
                    done
                    prterun --prtemca prte_keepalive_time 1 --prtemca prte_keepalive_intvl 1 \
                        --prtemca prte_keepalive_probes 3""";
                case DISK_FULL_UNSHARED -> "PMIX_MCA_gds=hash prterun";
                default -> "prterun";
            };
        }
    }

    /** Says what the ranks do when something fails. */
    enum During {
        /** All but one wait in a construct. */
        CONSTRUCT,
        /** All but one wait in the fence of a group. */
        FENCE,
        /** All but one have accepted an invitation. */
        INVITE,
        /** All notify all. */
        EVENTS,
        /** Nobody calls anything. */
        IDLE
    }

    static List<DaemonFault> all() {
        List<DaemonFault> cells = new ArrayList<>();
        for (Fault fault : Fault.values()) {
            for (During during : During.values()) {
                cells.add(new DaemonFault(fault, during));
            }
        }
        return List.copyOf(cells);
    }

    static DaemonFault parse(String cell) {
        String[] parts = cell.split("-");
        return new DaemonFault(Fault.valueOf(parts[0]), During.valueOf(parts[1]));
    }

    /** Returns the text that {@link #parse} reads. */
    String argument() {
        return fault + "-" + during;
    }

    /** Returns whether a rank is on the node that fails. The ranks are dealt to three nodes in turn. */
    boolean isCutOff(int rank) {
        return fault.crashesAll() || rank % 3 == fault.victim();
    }

    /** Returns the ranks on the node that fails, or the others. */
    List<Integer> side(boolean cutOff) {
        return IntStream.range(0, RANKS)
                .filter(rank -> isCutOff(rank) == cutOff)
                .boxed()
                .toList();
    }

    @Override
    public String toString() {
        return (fault + " during " + during).toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
