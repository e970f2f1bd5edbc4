// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import org.pmixj.internal.base.CpuList;
import org.pmixj.value.Cpuset;

/** Reads the CPUs of this JVM and of its node from Linux. Elsewhere it returns what Java knows. */
public final class JvmCpus {
    /** See {@link org.pmixj.model.ModelResources#MAX_CPUS}. */
    public static final int MAX_CPUS = 1 << 16;

    /** Longer than a list of all CPUs below {@link #MAX_CPUS}. Other processes may send texts of any length. */
    static final int MAX_TEXT = 512 * 1024;

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";
    private static final Path ONLINE = Path.of("/sys/devices/system/cpu/online");

    private JvmCpus() {}

    /** Parses a list such as {@code 0-3,8}; returns an empty set for anything else. */
    static BitSet parse(String list) {
        try {
            BitSet set = list.length() > MAX_TEXT ? new BitSet() : CpuList.set(new Cpuset("hwloc", list));
            return set.length() > MAX_CPUS ? new BitSet() : set;
        } catch (IllegalArgumentException e) {
            return new BitSet();
        }
    }

    /** Returns the CPUs this process may run on; empty if they are unknown. */
    public static BitSet allowed() {
        try {
            for (String line : Files.readAllLines(STATUS)) {
                if (line.startsWith(ALLOWED)) {
                    return parse(line.substring(ALLOWED.length()).strip());
                }
            }
        } catch (IOException e) {
            // Not Linux, or not readable.
        }
        return new BitSet();
    }

    /** Returns the number of hardware threads of the node, or of the available ones if that is unknown. */
    static int ofNode() {
        int online = 0;
        try {
            online = parse(Files.readString(ONLINE).strip()).cardinality();
        } catch (IOException e) {
            // Not Linux, or not readable.
        }
        return online > 0 ? online : Runtime.getRuntime().availableProcessors();
    }
}
