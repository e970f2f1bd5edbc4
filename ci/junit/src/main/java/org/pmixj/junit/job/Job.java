// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.pmixj.junit.rank.JobFiles;
import org.pmixj.junit.rank.JobSpec;

/** Represents one job, from its directory to its end. */
final class Job {
    private static final String DIRECTORY = "pmixj.junit.dir";
    private static final String JOBS = "pmixj-jobs";

    private Job() {}

    static JobReport run(Settings settings) throws IOException {
        return run(settings, RankCache.of(settings));
    }

    static JobReport run(Settings settings, RankCache cache) throws IOException {
        JobSpec spec = new JobSpec(
                new JobFiles(makeDirectory(settings)),
                settings.ranks(),
                settings.nodes(),
                System.currentTimeMillis(),
                settings.limit(),
                settings.testClass().getName(),
                settings.method().getName(),
                Arrays.stream(settings.method().getParameterTypes())
                        .map(Class::getName)
                        .toList());
        String token = UUID.randomUUID().toString();
        LaunchCommand command = new LaunchCommand(settings, cache, spec, token);
        command.writeFiles();
        JobEnd end;
        try (LiveJobs.Entry job = start(command.words(), spec.files(), token)) {
            end = new JobWatch(settings, spec, token, job.launcher()).untilGone();
        }
        Judge judge = new Judge(settings, end);
        List<@Nullable Throwable> ranks = judge.ranks();
        return new JobReport(spec.files(), ranks, judge.job(ranks));
    }

    /** Returns the directory that contains the directories of jobs. */
    static Path directory() throws IOException {
        String chosen = System.getProperty(DIRECTORY);
        Path directory = chosen != null ? Path.of(chosen) : ofProject(Path.of(""));
        return Files.createDirectories(directory.toAbsolutePath());
    }

    /** Returns where the build tool of a project has its files, which outlast a container; or the temporary directory. */
    static Path ofProject(Path project) {
        if (Files.exists(project.resolve("pom.xml"))) {
            return project.resolve("target").resolve(JOBS);
        }
        boolean byGradle =
                Files.exists(project.resolve("build.gradle")) || Files.exists(project.resolve("build.gradle.kts"));
        return byGradle ? project.resolve("build").resolve(JOBS) : Path.of(System.getProperty("java.io.tmpdir"));
    }

    private static Path makeDirectory(Settings settings) throws IOException {
        return Files.createTempDirectory(
                directory(),
                "pmixj-" + settings.testClass().getSimpleName() + "."
                        + settings.method().getName() + "-");
    }

    private static LiveJobs.Entry start(List<String> words, JobFiles files, String token) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(files.launcherOutput().toFile());
        Map<String, String> environment = builder.environment();
        // This JVM may be a rank itself; the new job must not inherit that identity.
        environment.keySet().removeIf(name -> name.startsWith("PMIX_") && !name.startsWith("PMIX_MCA_"));
        environment.put(ProcessTable.VARIABLE, token);
        return LiveJobs.start(builder, token);
    }
}
