// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.rank;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Holds what a rank receives on its command line.
 *
 * @param files the job's files
 * @param ranks the number of ranks
 * @param nodes the number of nodes
 * @param startMillis when the job was launched, in milliseconds of the epoch
 * @param limit the time limit, from then
 * @param className the test class
 * @param methodName the test method
 * @param parameterTypes the names of its parameters' types
 */
public record JobSpec(
        JobFiles files,
        int ranks,
        int nodes,
        long startMillis,
        Duration limit,
        String className,
        String methodName,
        List<String> parameterTypes) {

    /** Returns the moment of the time limit, in milliseconds of the epoch. */
    public long limitMillis() {
        return startMillis + limit.toMillis();
    }

    /** Returns the arguments of {@link RankMain}. */
    public List<String> toArguments() {
        return List.of(
                files.directory().toString(),
                Integer.toString(ranks),
                Integer.toString(nodes),
                Long.toString(startMillis),
                Long.toString(limit.toMillis()),
                className,
                methodName,
                // The types need a neighbour: an empty line of Java's argument file is no argument.
                "(" + String.join(",", parameterTypes));
    }

    static JobSpec fromArguments(String[] args) {
        return new JobSpec(
                new JobFiles(Path.of(args[0])),
                Integer.parseInt(args[1]),
                Integer.parseInt(args[2]),
                Long.parseLong(args[3]),
                Duration.ofMillis(Long.parseLong(args[4])),
                args[5],
                args[6],
                args[7].length() == 1 ? List.of() : List.of(args[7].substring(1).split(",", -1)));
    }
}
