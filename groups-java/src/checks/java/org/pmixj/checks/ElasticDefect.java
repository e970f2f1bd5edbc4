// SPDX-License-Identifier: Apache-2.0
package org.pmixj.checks;

import java.util.Locale;

/** Describes the defects of PRRTE that {@code pmixj-elastic} repairs; it has an enum of the same names. */
public enum ElasticDefect {
    FAILED_GROWTH_BLOCKS_NEXT(
            "PRRTE accepts a change of its size after one that has failed, and never reports its end; no job starts any"
                    + " more.",
            "SizeChange"),
    FAILED_GROWTH_LEAVES_DAEMON(
            "PRRTE leaves the daemons of good nodes behind if one node of a request to grow cannot be added.",
            "SizeChange"),
    SILENT_DAEMON_AWAITED(
            "PRRTE waits for ever for a daemon that was started and does not report, and starts no job meanwhile.",
            "SizeChange"),
    GROWTHS_COLLIDE(
            "PRRTE ends with all jobs, or never starts the next job, after most of two requests to grow at the same"
                    + " time.",
            "Turns"),
    HEAD_NODE_RELEASED("PRRTE releases its own node, reports success, and ends with all jobs.", "Shrinking"),
    FOREIGN_NODE_RELEASED(
            "PRRTE releases a node that is reserved for another job than that of the requester.", "Shrinking"),
    RELEASED_NODES_LISTED(
            "PRRTE lists nodes that were released, or could not be added, as nodes of its allocation.", "HostView"),
    FAILED_PROCESS_ENDS_NEW_DAEMON(
            "PRRTE loses the daemon of a node that is added while a job runs of which a process has failed; nothing starts"
                    + " there afterwards.",
            "Growth");

    /** How many nodes each canary needs. */
    public static final int NODES = 2;

    private final String does;
    private final String repair;

    ElasticDefect(String does, String repair) {
        this.does = does;
        this.repair = repair;
    }

    /** Returns the name as its property and its canary have it. */
    public String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns what PRRTE does, in one sentence. */
    public String does() {
        return does;
    }

    /** Returns the class that works around it, named within {@code org.pmixj.elastic.internal}. */
    public String repair() {
        return repair;
    }
}
