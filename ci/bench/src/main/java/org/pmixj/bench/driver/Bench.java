// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Drives the benchmarks of {@code ci/bench/run}. */
@Command(
        name = "ci/bench/run",
        mixinStandardHelpOptions = true,
        description =
                "Measures the Java layer beside libpmix in C and in Python, in turn and under the same prterun options.")
public final class Bench implements Callable<Integer> {
    @Mixin
    private Options options = new Options();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Bench() {}

    /**
     * Runs the command and ends the JVM.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Bench()).execute(args));
    }

    @Override
    public Integer call() throws InterruptedException {
        String mistake = options.mistake();
        if (mistake != null) {
            throw new ParameterException(spec.commandLine(), mistake);
        }
        long begun = System.nanoTime();
        try {
            run(begun);
            return 0;
        } catch (JobFailedException | IOException e) {
            System.err.println("ci/bench/run: " + e.getMessage());
            return 1;
        }
    }

    private void run(long begun) throws IOException, InterruptedException {
        try (Workspace workspace = new Workspace()) {
            run(workspace, begun);
        }
    }

    private void run(Workspace workspace, long begun) throws IOException, InterruptedException {
        Launcher launcher = new Launcher(workspace, Duration.ofSeconds(options.limit), options.keepFree);
        Programs programs = new Programs(options, workspace, launcher);
        List<Table> tables = new ArrayList<>();
        Map<String, Object> report = new LinkedHashMap<>();
        Map<String, Object> machine = Machine.describe();
        report.put("machine", machine);
        report.put("flags", Programs.describe());
        report.put("options", options.toJson());

        System.out.println("machine: " + machine);
        Programs.describe().forEach((name, flags) -> System.out.println(name + ": " + flags));
        if (options.has(Options.Part.loops)) {
            report.put("loops", new LoopsPart(options, launcher, programs, workspace).run(tables));
        }
        if (options.has(Options.Part.groups)) {
            report.put("groups", new GroupsPart(options, launcher, programs, workspace).run(tables));
        }
        if (options.has(Options.Part.cold)) {
            report.put("cold", new ColdPart(options, launcher, programs, workspace).run(tables));
        }
        if (options.has(Options.Part.scale)) {
            report.put("scale", new ScalePart(options, launcher, programs, workspace).run(tables));
        }
        if (options.has(Options.Part.ompt)) {
            if (Files.exists(workspace.ompTool())) {
                report.put("ompt", new OmptPart(options, launcher, programs, workspace).run(tables));
            } else {
                Progress.say("ompt: left out, because this file is missing: " + workspace.ompTool());
            }
        }
        if (options.has(Options.Part.mpi)) {
            report.put("mpi", new MpiPart(options, launcher, programs, workspace).run(tables));
        }
        System.err.println();
        for (Table table : tables) {
            System.out.println();
            System.out.print(table);
        }
        long seconds = Duration.ofNanos(System.nanoTime() - begun).toSeconds();
        report.put("seconds", seconds);
        System.out.println();
        System.out.println("figures: " + workspace.writeJson(report) + " (took " + seconds + " s)");
    }
}
