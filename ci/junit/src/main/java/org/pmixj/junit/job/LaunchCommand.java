// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmixj.junit.rank.JobFiles;
import org.pmixj.junit.rank.JobSpec;
import org.pmixj.junit.rank.RankMain;
import org.pmixj.junit.rank.TestMethod;
import org.pmixj.launch.ClassCache;

/** Writes the launcher's command line, and the two files for every rank: its shell script and its JVM's arguments. */
final class LaunchCommand {
    static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    // Among them is -XX:-UsePerfData: its file has the pid as its name, and simulated nodes with equal pids share /tmp.
    static final List<String> SHORT = Stream.concat(
                    ClassCache.SHORT_JOB.stream(),
                    // Most tests are shorter still, and most of their CPU time is compilation of what runs once.
                    Stream.of("-XX:CompileThresholdScaling=10"))
            .toList();
    static final List<String> SMALL_JVM =
            Stream.concat(SHORT.stream(), Stream.of("-ea", "-Xmx256m")).toList();

    private final Settings settings;
    private final RankCache cache;
    private final JobSpec spec;
    private final String token;

    LaunchCommand(Settings settings, RankCache cache, JobSpec spec, String token) {
        this.token = token;
        this.cache = cache;
        this.settings = settings;
        this.spec = spec;
    }

    void writeFiles() throws IOException {
        for (int method = 0; method < spec.methods().size(); method++) {
            Files.createDirectories(spec.files(method).scratch());
        }
        JobFiles files = spec.files(0);
        try (InputStream script = Objects.requireNonNull(LaunchCommand.class.getResourceAsStream("rank.sh"))) {
            Files.copy(script, files.script());
        }
        if (settings.nodes() > 1 && Tools.nodes().isEmpty()) {
            NodesCommand.writeTo(spec.directory());
        }
        // Only one rank writes the cache.
        write(files.javaArguments(), javaArguments(cache.isBeingMade() ? RankCache.NONE : cache));
        if (cache.isBeingMade()) {
            write(Path.of(files.javaArguments() + ".0"), javaArguments(cache));
        }
    }

    private static void write(Path file, List<String> arguments) throws IOException {
        Files.writeString(file, arguments.stream().map(LaunchCommand::quoted).collect(Collectors.joining("\n")));
    }

    List<String> words() {
        List<String> words = new ArrayList<>();
        boolean several = settings.nodes() > 1;
        if (several) {
            words.add(Tools.nodes()
                    .orElseGet(() -> NodesCommand.in(spec.directory()).toString()));
            words.add(Integer.toString(settings.nodes()));
        }
        words.add(Tools.launcherName(settings));
        words.addAll(List.of("-n", Integer.toString(settings.ranks())));
        // The launcher refuses a repeated option.
        if (settings.isDealtInTurn()) {
            words.addAll(List.of("--map-by", several ? "node:oversubscribe" : ":oversubscribe"));
        }
        if (settings.program().isEmpty()
                && settings.recoverable()
                && !settings.hasLauncherOption("--rtos")
                && !settings.hasLauncherOption("--runtime-options")) {
            // The long form of --rtos, which PRRTE 3 knows, too.
            words.addAll(List.of("--runtime-options", "recoverable,notifyerrors"));
        }
        words.addAll(settings.launcher());
        words.addAll(List.of(
                "sh",
                spec.files(0).script().toString(),
                token,
                spec.directory().toString(),
                Path.of("").toAbsolutePath().toString(),
                JAVA.toString()));
        return words;
    }

    private List<String> javaArguments(RankCache cache) {
        List<String> arguments = new ArrayList<>(ClassCache.withoutSecondCollector(SMALL_JVM, settings.jvm()));
        arguments.add("-XX:ErrorFile=" + spec.directory().resolve("hs_err_%p.log"));
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("pmixj.") && !name.equals(RankCache.METHODS))
                .sorted()
                .forEach(name -> arguments.add("-D" + name + "=" + System.getProperty(name)));
        arguments.addAll(settings.jvm());
        arguments.addAll(cache.options());
        if (!cache.isBeingMade() && !cache.options().isEmpty()) {
            arguments.add("-D" + RankCache.USED + "=" + String.join(RankCache.BETWEEN, cache.options()));
        }
        if (cache.isBeingMade()) {
            arguments.add("-D" + TestMethod.FOLDERS + "="
                    + String.join(File.pathSeparator, ClassPath.folders(settings.testClass())));
        }
        arguments.add("-cp");
        arguments.add(String.join(File.pathSeparator, cache.classPath(settings.testClass())));
        arguments.add(RankMain.class.getName());
        arguments.addAll(spec.toArguments());
        return arguments;
    }

    private static String quoted(String argument) {
        return "\"" + argument.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
