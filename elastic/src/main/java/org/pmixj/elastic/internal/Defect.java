// SPDX-License-Identifier: Apache-2.0
package org.pmixj.elastic.internal;

import java.util.Locale;

/**
 * Names the defects of PRRTE for which changes of a DVM's size have repairs. {@code DEFECTS.md} of the library describes
 * them. {@code -Dpmixj.repair.NAME=off}, such as {@code -Dpmixj.repair.growths-collide=off}, switches one off, and {@code
 * -Dpmixj.repair.all=off} all.
 */
enum Defect {
    FAILED_GROWTH_BLOCKS_NEXT,
    FAILED_GROWTH_LEAVES_DAEMON,
    SILENT_DAEMON_AWAITED,
    GROWTHS_COLLIDE,
    HEAD_NODE_RELEASED,
    FOREIGN_NODE_RELEASED,
    RELEASED_NODES_LISTED,
    FAILED_PROCESS_ENDS_NEW_DAEMON;

    /** Returns whether the repair is needed: always, unless it was switched off. */
    boolean isHere() {
        String name = "pmixj.repair." + name().toLowerCase(Locale.ROOT).replace('_', '-');
        return !"off".equals(System.getProperty(name, System.getProperty("pmixj.repair.all")));
    }
}
