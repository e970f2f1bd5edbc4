// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.pmixj.tool.Refusal;

/**
 * Where the ranks of a job run: the words before the launcher and its options.
 *
 * @param before the command that simulates nodes, if any
 * @param hosts the launcher's options that name hosts
 * @param mapping the launcher's options that deal the ranks to them
 * @param notes what the user should know
 */
record Placement(List<String> before, List<String> hosts, List<String> mapping, List<String> notes) {
    private static final String NODES_VARIABLE = "PMIXJ_NODES_COMMAND";
    /** Set by the script of a checkout, whose JAR may be elsewhere. */
    private static final String NODES_PROPERTY = "pmixj.tool.nodes";
    /** The launcher's options for a parameter, each with a name and a value. */
    private static final Set<String> PARAMETER = Set.of("--prtemca", "--pmixmca", "--mca");

    private static final Set<String> HOSTS =
            Set.of("--host", "-H", "--hostfile", "--machinefile", "--default-hostfile");

    /** Holds the wishes of the user; 0 stands for a number that was not given. */
    record Wish(int ranks, int nodes, List<String> hosts, List<String> launcher) {
        boolean maps() {
            return launcher.stream().anyMatch(word -> word.startsWith("--map-by"));
        }

        void check() {
            for (String word : launcher) {
                if (HOSTS.contains(word.replaceFirst("=.*", ""))) {
                    throw new Refusal("'" + word + "' is among the words of --prte; give --host or --hostfile to"
                            + " 'pmixj run' itself, which counts their slots");
                }
            }
        }
    }

    /** Reports the nodes that a launcher would use. */
    @FunctionalInterface
    interface Launcher {
        Allocation nodes(List<String> words) throws IOException;
    }

    /**
     * Chooses nodes. The launcher reports which there are, so that hostfiles, allocations and its defaults count as in
     * the job.
     *
     * @param simulator the command {@code ci/nodes}, if there is one
     */
    static Placement choose(Wish wish, String prterun, Optional<Path> simulator, Launcher launcher) throws IOException {
        wish.check();
        List<String> before = List.of();
        List<String> hosts = wish.hosts();
        List<String> prte = new ArrayList<>(List.of(prterun));
        prte.addAll(parameters(wish.launcher()));
        if (wish.ranks() == 0 && wish.nodes() == 0) {
            return new Placement(before, hosts, List.of(), List.of());
        }
        Allocation there = launcher.nodes(words(before, prte, hosts));
        if (wish.nodes() > there.slots().size()
                && simulator.isPresent()
                && there.slots().size() <= 1) {
            before = List.of(simulator.get().toString(), Integer.toString(wish.nodes()));
            there = launcher.nodes(words(before, prte, hosts));
        }
        int nodes = there.slots().size();
        if (wish.nodes() > nodes) {
            throw new Refusal("there are no " + wish.nodes() + " nodes; the launcher reports "
                    + (nodes == 0 ? "none" : String.join(", ", there.slots().keySet()))
                    + ". Name hosts by --host or --hostfile, start it in an allocation of Slurm, or name a checkout's"
                    + " ci/nodes by " + NODES_VARIABLE + " to simulate nodes");
        }
        if (wish.nodes() > 0 && wish.nodes() < nodes) {
            there = there.first(wish.nodes());
            hosts = List.of("--host", there.hosts());
        }
        List<String> notes = new ArrayList<>();
        String mapping = wish.nodes() > 1 ? "node" : "";
        if (wish.ranks() > there.total() && there.total() > 0) {
            mapping += ":oversubscribe";
            notes.add(wish.ranks() + " ranks share " + there.total() + (there.total() == 1 ? " slot" : " slots")
                    + ", so they wait for each other's cores (:oversubscribe)");
        }
        return wish.maps()
                ? new Placement(before, hosts, List.of(), List.of())
                : new Placement(before, hosts, mapping.isEmpty() ? List.of() : List.of("--map-by", mapping), notes);
    }

    private static List<String> words(List<String> before, List<String> prterun, List<String> hosts) {
        List<String> words = new ArrayList<>(before);
        words.addAll(prterun);
        words.addAll(hosts);
        return words;
    }

    /** Returns the parameters among the words for the launcher, which may name hosts, as in a file of defaults. */
    static List<String> parameters(List<String> launcher) {
        return divide(launcher, true);
    }

    /** Returns the other words for the launcher. */
    static List<String> withoutParameters(List<String> launcher) {
        return divide(launcher, false);
    }

    private static List<String> divide(List<String> launcher, boolean parameters) {
        List<String> words = new ArrayList<>();
        int at = 0;
        while (at < launcher.size()) {
            boolean parameter = PARAMETER.contains(launcher.get(at));
            int end = Math.min(launcher.size(), parameter ? at + 3 : at + 1);
            if (parameter == parameters) {
                words.addAll(launcher.subList(at, end));
            }
            at = end;
        }
        return words;
    }

    /** Returns all options of a launcher that starts one job. */
    List<String> options() {
        return words(hosts, mapping, List.of());
    }

    /** Returns the command that simulates nodes: of the environment, or of the checkout that has this JAR. */
    static Optional<Path> simulator(Path jar) {
        String named = System.getenv(NODES_VARIABLE);
        if (named == null || named.isEmpty()) {
            named = System.getProperty(NODES_PROPERTY);
        }
        if (named != null && !named.isEmpty()) {
            return Optional.of(Path.of(named));
        }
        for (Path folder = jar.toAbsolutePath().getParent(); folder != null; folder = folder.getParent()) {
            Path nodes = folder.resolve("ci/nodes");
            if (Files.isExecutable(nodes)) {
                return Optional.of(nodes);
            }
        }
        return Optional.empty();
    }
}
