// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.TaskSigns;
import org.pmixj.tool.Program;
import org.pmixj.tool.Refusal;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Runs a Java program as the ranks of a job. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        customSynopsis = "pmixj run [OPTION...] [-- JVM-OPTION...] PROGRAM [ARGUMENT...] [: ...]",
        header = "Runs Java programs, and others, as the ranks of a job.",
        description = "What follows -- is what would follow java; -n and a program may follow ':'.")
public final class RunCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private Application first = new Application();

    @Option(names = "--nodes", paramLabel = "N", description = "deal them to N nodes in turn, simulated if need be")
    private int nodes;

    /** The two are the launcher's. */
    static final class Hosts {
        @Option(names = "--host", paramLabel = "HOSTS", description = "hosts to use, HOST:SLOTS,...")
        private @Nullable String host;

        @Option(names = "--hostfile", paramLabel = "FILE", description = "file of hosts to use")
        private @Nullable String file;

        private List<String> words() {
            return host != null ? List.of("--host", host) : List.of("--hostfile", String.valueOf(file));
        }
    }

    @ArgGroup
    private @Nullable Hosts hosts;

    @Option(names = "--recoverable", description = "the others survive the death of a rank")
    private boolean recoverable;

    @Option(names = "--no-cache", description = "start the JVMs without a class cache")
    private boolean withoutCache;

    @Option(names = "--launcher", paramLabel = "PROGRAM", description = "prterun (default), mpirun or mpiexec")
    private String launcher = JobLauncher.PRTERUN;

    @Option(names = "--prte", paramLabel = "WORDS", split = " ", description = "further options for the launcher")
    private List<String> launcherOptions = new ArrayList<>();

    @Option(names = "--trace", paramLabel = "DIR", description = "record all ranks, write DIR/timeline.json")
    private @Nullable Path trace;

    @Option(names = "--dry-run", description = "print the command lines, start no rank")
    private boolean dry;

    @Option(names = "--dvm", description = "what follows : is a job of its own, of one DVM")
    private boolean dvm;

    @Option(names = "--tag", description = "begin each line of output with its rank")
    private boolean tag;

    /** Creates the command. */
    public RunCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        // Such as those of an empty variable of a shell.
        launcherOptions.removeIf(String::isEmpty);
        List<Application> applications = first.withFollowing();
        checkPlace();
        PrintWriter say = spec.commandLine().getErr();
        for (Application each : applications) {
            each.prepare(say);
        }
        Placement placement = Placement.choose(
                new Placement.Wish(
                        applications.stream().mapToInt(Application::ranks).sum(),
                        nodes,
                        hosts == null ? List.of() : hosts.words(),
                        launcherOptions),
                launcher,
                Placement.simulator(Path.of(Archives.own())),
                Allocation::ask);
        placement.notes().forEach(note -> say.println("pmixj run: " + note));
        Recorder recorder = trace == null ? null : new Recorder(trace);
        Application.Start start = new Application.Start(!withoutCache, !dry, recorder);
        List<List<String>> programs = new ArrayList<>();
        for (Application each : applications) {
            programs.add(each.ranksAndProgram(start, say));
        }
        List<List<String>> lines = new ArrayList<>();
        applications.stream()
                .map(Application::compiler)
                .filter(line -> !line.isEmpty())
                .forEach(lines::add);
        List<String> job = dvm
                ? severalJobs(placement, applications, programs, lines)
                : oneJob(placement, applications, programs, lines);
        if (dry) {
            lines.forEach(line -> spec.commandLine().getOut().println(Program.line(line)));
            return 0;
        }
        if (recorder != null) {
            recorder.prepare();
        }
        lines.forEach(line -> say.println("+ " + Program.line(line)));
        say.flush();
        if (Handover.toScript(recorder == null ? job : recorder.command(job))) {
            return 0;
        }
        return recorder == null ? Handover.run(List.of(job), () -> {}) : recorder.run(job);
    }

    private void checkPlace() throws IOException {
        ParseResult given = spec.commandLine().getParseResult();
        if (given.matchedOptionValue("--nodes", 1) < 1) {
            throw new Refusal("the numbers of ranks and nodes must be 1 or more");
        }
        String job = System.getenv("PMIX_NAMESPACE");
        if (job != null) {
            throw new Refusal("this process is a rank of the job " + job
                    + " itself; a rank starts jobs by Pmix.processes(), not by this command");
        }
        String sign = TaskSigns.find(System::getenv);
        if (sign != null) {
            throw new Refusal("start this command once, and not as a task of a launcher: " + sign);
        }
        JobLauncher.check(launcher);
        if (dvm) {
            Dvm.check(launcher);
        }
    }

    /** Returns the words that start one job of all applications, and adds them to the lines that are shown. */
    private List<String> oneJob(
            Placement placement,
            List<Application> applications,
            List<List<String>> programs,
            List<List<String>> lines) {
        List<String> job = new ArrayList<>(placement.before());
        job.add(launcher);
        job.addAll(options("rank"));
        job.addAll(launcherOptions);
        job.addAll(placement.options());
        job.addAll(binding());
        for (int at = 0; at < programs.size(); at++) {
            if (at > 0) {
                job.add(Application.SEPARATOR);
            }
            job.addAll(applications.get(at).environment());
            job.addAll(programs.get(at));
        }
        lines.add(job);
        return job;
    }

    /** Returns the words that start a DVM and a job of each application, and adds these to the lines that are shown. */
    private List<String> severalJobs(
            Placement placement,
            List<Application> applications,
            List<List<String>> programs,
            List<List<String>> lines) {
        Dvm shared = Dvm.choose();
        List<String> daemons = new ArrayList<>(shared.daemons());
        daemons.addAll(Placement.parameters(launcherOptions));
        daemons.addAll(placement.hosts());
        List<List<String>> jobs = new ArrayList<>();
        for (int at = 0; at < programs.size(); at++) {
            List<String> job = new ArrayList<>(shared.job());
            job.addAll(options("tag"));
            job.addAll(Placement.withoutParameters(launcherOptions));
            job.addAll(placement.mapping());
            job.addAll(binding());
            job.addAll(applications.get(at).environment());
            job.addAll(programs.get(at));
            jobs.add(job);
        }
        lines.add(daemons);
        lines.addAll(jobs);
        List<String> command = new ArrayList<>(placement.before());
        command.addAll(shared.command(daemons, jobs));
        return command;
    }

    /**
     * Returns the launcher's options for the job as a whole.
     *
     * @param mark what the launcher writes before each line of output, if that is wanted
     */
    private List<String> options(String mark) {
        List<String> options = new ArrayList<>();
        if (recoverable) {
            options.addAll(List.of("--runtime-options", "recoverable,notifyerrors"));
        }
        if (tag) {
            options.addAll(List.of("--output", mark));
        }
        return options;
    }

    /** By default each rank of a small job is bound to one core, and a JVM has several threads. */
    private List<String> binding() {
        boolean chosen = launcherOptions.stream().anyMatch(word -> word.startsWith("--bind-to"));
        return chosen ? List.of() : List.of("--bind-to", "none");
    }
}
