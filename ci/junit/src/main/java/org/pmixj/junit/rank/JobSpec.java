// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.rank;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds what a rank receives on its command line.
 *
 * @param directory the job's directory
 * @param ranks the number of ranks
 * @param nodes the number of nodes
 * @param startMillis when the job was launched, in milliseconds of the epoch
 * @param methods the test methods, in the order in which every rank runs them
 */
public record JobSpec(Path directory, int ranks, int nodes, long startMillis, List<TestMethod> methods) {
    private static final int FIRST_METHOD = 4;

    /** Tests whether several methods share the job. */
    public boolean isShared() {
        return methods.size() > 1;
    }

    /** Returns the files of a method, which are in a folder of its own if several share the job. */
    public JobFiles files(int method) {
        TestMethod which = methods.get(method);
        return new JobFiles(directory, isShared() ? directory.resolve(method + "-" + which.folder()) : directory);
    }

    /** Returns the arguments of {@link RankMain}. */
    public List<String> toArguments() {
        List<String> arguments = new ArrayList<>(List.of(
                directory.toString(), Integer.toString(ranks), Integer.toString(nodes), Long.toString(startMillis)));
        methods.forEach(method -> arguments.addAll(method.toArguments()));
        return arguments;
    }

    static JobSpec fromArguments(String[] args) {
        List<TestMethod> methods = new ArrayList<>();
        for (int i = FIRST_METHOD; i < args.length; i += TestMethod.ARGUMENTS) {
            methods.add(TestMethod.fromArguments(args, i));
        }
        return new JobSpec(
                Path.of(args[0]),
                Integer.parseInt(args[1]),
                Integer.parseInt(args[2]),
                Long.parseLong(args[3]),
                List.copyOf(methods));
    }
}
