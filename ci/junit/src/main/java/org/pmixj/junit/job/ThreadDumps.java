// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.pmixj.junit.rank.JobFiles;

/**
 * Holds the thread dumps of a job that reached its time limit. Each stack is shown for the lowest rank that has it. The
 * threads of the JVM, and idle ones of pools, are left out, and so are the frames below a test method: the files of the
 * job have all.
 */
final class ThreadDumps {
    private static final Pattern THREAD = Pattern.compile("#[0-9]+ \"(.*)\".*");
    private static final Pattern FRAME = Pattern.compile("\\s+at .*");
    private static final Pattern OF_JDK = Pattern.compile("\\s+at (java|jdk)\\.[^/(]*/.*");
    /** The frames that run a test method in a rank. */
    private static final Pattern OF_RANK = Pattern.compile("\\s+at (\\S+/)?org\\.pmixj\\.junit\\.rank\\..*");

    private static final Pattern ADDRESS = Pattern.compile("@[0-9a-f]+|0x[0-9a-f]+");

    private final List<List<Stack>> dumps;
    /** The lowest rank that has a stack, by {@link Stack#key}. */
    private final Map<String, Integer> lowest = new HashMap<>();

    ThreadDumps(JobFiles files, int ranks) {
        dumps = IntStream.range(0, ranks)
                .mapToObj(rank -> stacks(JobText.lines(files.threads(rank))))
                .toList();
        for (int rank = 0; rank < ranks; rank++) {
            for (Stack stack : dumps.get(rank)) {
                lowest.putIfAbsent(stack.key(), rank);
            }
        }
    }

    /** Returns a rank's dump, in which a line names the threads whose stacks are those of lower ranks. */
    List<String> distinct(int rank) {
        List<String> lines = new ArrayList<>();
        Map<Integer, List<String>> repeated = new TreeMap<>();
        for (Stack stack : dumps.get(rank)) {
            int owner = lowest.getOrDefault(stack.key(), rank);
            if (owner == rank) {
                lines.addAll(stack.lines());
                lines.add("");
            } else {
                repeated.computeIfAbsent(owner, _ -> new ArrayList<>()).add(stack.name());
            }
        }
        repeated.forEach((owner, names) -> lines.add("as in rank " + owner + ": " + String.join(", ", names)));
        return lines;
    }

    /**
     * Returns the main thread's part of a rank's dump, which shows the test method; or which lower rank has the same.
     */
    List<String> main(int rank) {
        for (Stack stack : dumps.get(rank)) {
            if (stack.name().equals("main")) {
                int owner = lowest.getOrDefault(stack.key(), rank);
                return owner == rank ? stack.lines() : List.of("as that of rank " + owner);
            }
        }
        return List.of();
    }

    private static List<Stack> stacks(List<String> dump) {
        List<Stack> stacks = new ArrayList<>();
        int line = 0;
        while (line < dump.size()) {
            Matcher thread = THREAD.matcher(dump.get(line));
            int begin = line++;
            if (thread.matches()) {
                while (line < dump.size() && !dump.get(line).isBlank()) {
                    line++;
                }
                List<String> lines = aboveTheMethod(dump.subList(begin, line));
                if (lines.stream().anyMatch(ThreadDumps::isOfProgram)) {
                    stacks.add(new Stack(thread.group(1), lines));
                }
            }
        }
        return stacks;
    }

    private static boolean isOfProgram(String line) {
        return FRAME.matcher(line).matches()
                && !OF_JDK.matcher(line).matches()
                && !OF_RANK.matcher(line).matches();
    }

    /** Returns the lines of a thread without what calls the test method at the bottom of the main thread. */
    private static List<String> aboveTheMethod(List<String> lines) {
        int end = lines.size();
        if (OF_RANK.matcher(lines.getLast()).matches()) {
            while (!isOfProgram(lines.get(end - 1)) && end > 1) {
                end--;
            }
        }
        return List.copyOf(lines.subList(0, end));
    }

    /**
     * Holds the lines of one thread in a dump.
     *
     * @param name its name
     * @param lines its first line, with its number, and its frames
     */
    private record Stack(String name, List<String> lines) {
        /** Returns what is the same in another process that stands at the same place: no number, time or address. */
        String key() {
            String frames = String.join("\n", lines.subList(1, lines.size()));
            return name.replaceAll("[0-9]+", "N") + "\n"
                    + ADDRESS.matcher(frames).replaceAll("");
        }
    }
}
