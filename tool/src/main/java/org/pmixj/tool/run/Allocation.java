// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.pmixj.tool.Program;

/**
 * The nodes that the launcher would use, from a hostfile, an allocation of Slurm or this machine, as the launcher
 * reports them.
 *
 * @param slots the number of slots of each node; empty if the launcher does not report them
 */
public record Allocation(Map<String, Integer> slots) {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Pattern NODE = Pattern.compile("(?m)^ *(\\S+): slots=(\\d+) max_slots=");

    /**
     * Asks the launcher, which starts nothing.
     *
     * @param launcher the words up to the launcher, and its options that name hosts
     * @throws IOException if it cannot be started, or does not answer in time
     */
    public static Allocation ask(List<String> launcher) throws IOException {
        return ask(launcher, LIMIT);
    }

    static Allocation ask(List<String> launcher, Duration limit) throws IOException {
        List<String> words = new ArrayList<>(launcher);
        // The long form of --rtos, which PRRTE 3 knows too.
        words.addAll(List.of("--runtime-options", "donotlaunch", "--display", "alloc", "-n", "1", "true"));
        Program answer = Program.run(limit, words);
        Allocation there = read(answer.output());
        if (answer.status() < 0 && there.slots.isEmpty()) {
            throw new IOException("there is no answer about nodes: '" + Program.line(words) + "' " + answer.end());
        }
        return there;
    }

    /** Reads what {@code prterun --display alloc} prints. */
    static Allocation read(String text) {
        Map<String, Integer> slots = new LinkedHashMap<>();
        Matcher node = NODE.matcher(text);
        while (node.find()) {
            slots.put(node.group(1), Integer.parseInt(node.group(2)));
        }
        return new Allocation(slots);
    }

    /** {@return the number of slots of all nodes} */
    public int total() {
        return slots.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Returns the first of the nodes. */
    Allocation first(int nodes) {
        Map<String, Integer> first = new LinkedHashMap<>();
        slots.entrySet().stream().limit(nodes).forEach(node -> first.put(node.getKey(), node.getValue()));
        return new Allocation(first);
    }

    /** Returns the nodes in the form of {@code --host}. */
    String hosts() {
        return slots.entrySet().stream()
                .map(node -> node.getKey() + ":" + node.getValue())
                .collect(Collectors.joining(","));
    }
}
