// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.pmixj.junit.rank.JobSpec;
import org.pmixj.junit.rank.TestMethod;

/** Represents one job, from its directory to its end. */
final class Job {
    private static final String DIRECTORY = "pmixj.junit.dir";
    private static final String JOBS = "pmixj-jobs";
    private static final String AT_ONCE = "pmixj.junit.jobs";

    private static final Semaphore TURNS = new Semaphore(Integer.getInteger(AT_ONCE, Integer.MAX_VALUE), true);

    private Job() {}

    static JobReport run(Settings settings, RankCache cache) throws IOException {
        return run(List.of(settings), cache).getFirst();
    }

    /** Runs methods whose settings allow that, in one job; returns the reports of those that it came to. */
    static List<JobReport> run(List<Settings> methods, RankCache cache) throws IOException {
        Settings settings = methods.getFirst();
        JobSpec spec = new JobSpec(
                makeDirectory(methods),
                settings.ranks(),
                settings.nodes(),
                System.currentTimeMillis(),
                methods.stream()
                        .map(each -> TestMethod.of(each.testClass(), each.method(), each.limit()))
                        .toList());
        String token = UUID.randomUUID().toString();
        LaunchCommand command = new LaunchCommand(settings, cache, spec, token);
        command.writeFiles();
        JobEnd end;
        try (LiveJobs.Entry job = start(command.words(), spec, token)) {
            end = new JobWatch(settings, spec, token, job.launcher()).untilGone();
        }
        List<JobReport> reports = reports(methods, end);
        if (!cache.isBeingMade()) {
            JobTimes.add(directory(), methods.subList(0, reports.size()), spec);
        }
        return reports;
    }

    /** Waits until this job is among those that may run at once; the result of this gives its place back. */
    static Semaphore turn() {
        TURNS.acquireUninterruptibly();
        return TURNS;
    }

    private static List<JobReport> reports(List<Settings> methods, JobEnd end) {
        JobSpec spec = end.spec();
        List<@Nullable Throwable> passed = new ArrayList<>();
        for (int rank = 0; rank < spec.ranks(); rank++) {
            passed.add(null);
        }
        JobFolder folder = new JobFolder(spec.directory(), end.method() + 1);
        List<JobReport> reports = new ArrayList<>();
        for (int method = 0; method < end.method(); method++) {
            reports.add(new JobReport(folder, spec, method, passed, null));
        }
        Judge judge = new Judge(methods.get(end.method()), end);
        List<@Nullable Throwable> ranks = judge.ranks();
        reports.add(new JobReport(folder, spec, end.method(), ranks, judge.job(ranks)));
        return reports;
    }

    /** Returns the directory that contains the directories of jobs. */
    static Path directory() throws IOException {
        String chosen = System.getProperty(DIRECTORY);
        Path directory = chosen != null ? Path.of(chosen) : ofProject(Path.of(""));
        return Files.createDirectories(directory.toAbsolutePath());
    }

    /**
     * Returns where the build tool of a project has its files, which outlast a container; or the temporary directory.
     */
    static Path ofProject(Path project) {
        if (Files.exists(project.resolve("pom.xml"))) {
            return project.resolve("target").resolve(JOBS);
        }
        boolean byGradle =
                Files.exists(project.resolve("build.gradle")) || Files.exists(project.resolve("build.gradle.kts"));
        return byGradle ? project.resolve("build").resolve(JOBS) : Path.of(System.getProperty("java.io.tmpdir"));
    }

    private static Path makeDirectory(List<Settings> methods) throws IOException {
        Settings first = methods.getFirst();
        String name = methods.size() > 1
                ? first.testClass().getPackageName().replaceAll(".*\\.", "") + "-" + methods.size()
                : first.testClass().getSimpleName() + "." + first.method().getName();
        return Files.createTempDirectory(directory(), "pmixj-" + name + "-");
    }

    private static LiveJobs.Entry start(List<String> words, JobSpec spec, String token) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(spec.files(0).launcherOutput().toFile());
        Map<String, String> environment = builder.environment();
        // This JVM may be a rank itself; the new job must not inherit that identity.
        environment.keySet().removeIf(name -> name.startsWith("PMIX_") && !name.startsWith("PMIX_MCA_"));
        environment.put(ProcessTable.VARIABLE, token);
        return LiveJobs.start(builder, token);
    }
}
