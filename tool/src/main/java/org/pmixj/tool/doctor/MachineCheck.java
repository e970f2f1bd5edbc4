// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.doctor;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.pmixj.tool.run.Allocation;

/** Checks what jobs need of the machine. */
final class MachineCheck {
    private static final int NEEDED_JDK = 25;
    private static final long MIB = 1L << 20;
    /** PRRTE and libpmix keep the data of a job there, and some of it is memory that ranks share. */
    private static final int TEMPORARY_MIB = 64;

    private static final int MEMORY_MIB = 512;
    /** A small JVM has 15 to 20 threads. */
    private static final int TASKS = 200;

    private MachineCheck() {}

    private static Finding jdk() {
        String text = Runtime.version() + ", " + System.getProperty("java.home");
        if (Runtime.version().feature() < NEEDED_JDK) {
            return Finding.wrong("JDK", text, "set JAVA_HOME to a JDK " + NEEDED_JDK + " or newer");
        } else if (!MachineCheck.class.getModule().isNativeAccessEnabled()) {
            return Finding.warning(
                    "JDK",
                    text + ": native access is not enabled in this JVM",
                    "start JVMs with --enable-native-access=ALL-UNNAMED, as 'pmixj run' does");
        }
        return Finding.ok("JDK", text + ", with native access");
    }

    static List<Finding> all() {
        return List.of(jdk(), hostname(), limits(), temporary());
    }

    static Finding slots(Path launcher) {
        int cores = Runtime.getRuntime().availableProcessors();
        String text = cores + (cores == 1 ? " core" : " cores");
        String job = System.getenv("SLURM_JOB_ID");
        String where = job == null ? "" : ", in the allocation " + job + " of Slurm";
        Allocation there;
        try {
            there = Allocation.ask(List.of(launcher.toString()));
        } catch (IOException e) {
            return Finding.warning("slots", text + "; the launcher cannot be asked: " + e.getMessage(), "see above");
        }
        if (there.slots().isEmpty()) {
            return Finding.warning(
                    "slots",
                    text + "; the launcher reports none" + where,
                    "see '" + launcher + " --display alloc -n 1 true'");
        }
        Set<String> nodes = there.slots().keySet();
        String unknown = nodes.size() == 1 ? "" : unresolved(nodes);
        text += "; " + there.total() + (there.total() == 1 ? " slot on " : " slots on ") + nodes.size()
                + (nodes.size() == 1 ? " node" : " nodes") + where;
        return unknown.isEmpty()
                ? Finding.ok("slots", text + "; more ranks than slots need --map-by :oversubscribe")
                : Finding.warning(
                        "slots",
                        text + "; the name " + unknown + " has no address here",
                        "correct the hostfile, or add the name to DNS or /etc/hosts");
    }

    private static String unresolved(Set<String> nodes) {
        for (String node : nodes) {
            try {
                InetAddress.getByName(node);
            } catch (UnknownHostException e) {
                return node;
            }
        }
        return "";
    }

    private static Finding hostname() {
        String name = ownName();
        try {
            return Finding.ok(
                    "hostname", name + " is " + InetAddress.getByName(name).getHostAddress());
        } catch (UnknownHostException e) {
            return Finding.warning(
                    "hostname",
                    "this machine's own name, " + name + ", has no address",
                    "add it to DNS, or to /etc/hosts as in '127.0.0.1 " + name + "'");
        }
    }

    private static String ownName() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            return "localhost";
        }
    }

    private static Finding limits() {
        long memory = ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                        .getTotalMemorySize()
                / MIB;
        List<String> few = new ArrayList<>();
        if (memory < MEMORY_MIB) {
            few.add(memory + " MiB of memory");
        }
        String tasks = limit("pids.max");
        if (!tasks.isEmpty() && Long.parseLong(tasks) < TASKS) {
            few.add(tasks + " processes and threads");
        }
        String text = String.format(Locale.ROOT, "%.1f GiB of memory, ", memory / 1024.0)
                + (tasks.isEmpty() ? "no limit of threads" : tasks + " processes and threads")
                + (Files.exists(Path.of("/.dockerenv")) || System.getenv("container") != null
                        ? ", in a container"
                        : "");
        return few.isEmpty()
                ? Finding.ok("limits", text)
                : Finding.warning(
                        "limits",
                        "this container or session has only " + String.join(" and ", few),
                        "raise the limit; a rank needs about 60 MiB and 20 threads");
    }

    /** Returns the smallest limit of this process's control groups; empty if there is none. */
    private static String limit(String file) {
        long least = Long.MAX_VALUE;
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/cgroup"))) {
                String[] parts = line.split(":", 3);
                Path root = Path.of("/sys/fs/cgroup", parts[1]);
                Path group = root.resolve(parts[2].substring(1)).normalize();
                for (; group != null && group.startsWith(root); group = group.getParent()) {
                    if (Files.isReadable(group.resolve(file))) {
                        String value = Files.readString(group.resolve(file)).strip();
                        least = value.equals("max") ? least : Math.min(least, Long.parseLong(value));
                    }
                }
            }
        } catch (IOException | NumberFormatException e) {
            return "";
        }
        return least == Long.MAX_VALUE ? "" : Long.toString(least);
    }

    private static Finding temporary() {
        String named = System.getenv("TMPDIR");
        Path folder = Path.of(named == null || named.isEmpty() ? "/tmp" : named);
        String remedy = "free space there, or set TMPDIR to a folder of a local disk";
        try {
            // Others may write to this folder, so nobody may know the name before.
            Path file = Files.createTempFile(folder, "pmixj-doctor-", null);
            try {
                Files.write(file, new byte[(int) MIB]);
            } finally {
                Files.delete(file);
            }
            long free = Files.getFileStore(folder).getUsableSpace() / MIB;
            String text = folder + " has " + free + " MiB free";
            return free < TEMPORARY_MIB ? Finding.warning("temporary", text, remedy) : Finding.ok("temporary", text);
        } catch (IOException e) {
            return Finding.wrong("temporary", "nothing can be written to " + folder + ": " + e.getMessage(), remedy);
        }
    }
}
