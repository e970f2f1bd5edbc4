// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.TaskSigns;
import org.pmixj.tool.Program;
import org.pmixj.tool.Refusal;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Runs a Java program as the ranks of a job. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        customSynopsis = "pmixj run [OPTION...] [-- JVM-OPTION...] PROGRAM [ARGUMENT...]",
        header = "Runs a Java program as the ranks of a job.",
        description = "What follows -- is what would follow java. The exit status is the job's.")
public final class RunCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = {"-n", "-np", "--ranks"},
            paramLabel = "N",
            description = "number of ranks (default: one in each slot)")
    private int ranks;

    @Option(names = "--nodes", paramLabel = "N", description = "deal them to N nodes in turn, simulated if need be")
    private int nodes;

    /** The two are the launcher's. */
    static final class Hosts {
        @Option(names = "--host", paramLabel = "HOST:SLOTS,...", description = "hosts to use")
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

    @Option(
            names = {"-cp", "--class-path"},
            paramLabel = "PATH",
            description = "class path; the library may be missing")
    private @Nullable String classPath;

    @Option(
            names = {"-p", "--module-path"},
            paramLabel = "PATH",
            description = "module path, with the library")
    private @Nullable String modulePath;

    @Option(names = "--compute", description = "better code, slower start: jobs of many seconds")
    private boolean computes;

    @Option(names = "--no-cache", description = "start the JVMs without a class cache")
    private boolean withoutCache;

    @Option(names = "-x", paramLabel = "NAME[=VALUE]", description = "environment variable for the ranks")
    private List<String> environment = new ArrayList<>();

    @Option(names = "--launcher", paramLabel = "PROGRAM", description = "prterun (default), mpirun or mpiexec")
    private String launcher = JobLauncher.PRTERUN;

    @Option(names = "--prte", paramLabel = "WORDS", split = " ", description = "further options for the launcher")
    private List<String> launcherOptions = new ArrayList<>();

    @Option(names = "--trace", paramLabel = "DIR", description = "record all ranks, write DIR/timeline.json")
    private @Nullable Path trace;

    @Option(names = "--dry-run", description = "print the command lines, start no rank (a source file is compiled)")
    private boolean dry;

    @Parameters(paramLabel = "PROGRAM", description = "JAR, class, MODULE[/CLASS] or source, and arguments")
    private List<String> words = new ArrayList<>();

    /** Creates the command. */
    public RunCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        checkPlace();
        if (words.contains(":")) {
            throw new Refusal("':' begins a second application of a job, which 'pmixj run' does not start; take the"
                    + " line that 'pmixj run --dry-run' prints, and add ': -n N PROGRAM' to it");
        }
        JavaWords parsed = JavaWords.parse(words, classPath, modulePath);
        JavaLine line = JavaLine.of(parsed, Archives.own(), System.getenv("CLASSPATH"));
        PrintWriter say = spec.commandLine().getErr();
        List<String> jvmOptions = new ArrayList<>(parsed.options());
        List<String> lines = new ArrayList<>();
        if (parsed.kind() == JavaWords.Kind.SOURCE) {
            SourceProgram program =
                    SourceProgram.compile(compiler(parsed), parsed, line.classPath(), CompiledPrograms.ofUser(), say);
            line = line.with(program);
            jvmOptions = new ArrayList<>(program.options());
            lines.add(Program.line(program.command()));
        }
        Placement placement = Placement.choose(
                new Placement.Wish(ranks, nodes, hosts == null ? List.of() : hosts.words(), launcherOptions),
                launcher,
                Placement.simulator(Path.of(Archives.own())),
                Allocation::ask);
        placement.notes().forEach(note -> say.println("pmixj run: " + note));
        Recorder recorder = trace == null ? null : new Recorder(trace);
        List<String> java = new ArrayList<>();
        if (recorder != null) {
            jvmOptions.add(Recorder.MODULE);
            java.addAll(recorder.words());
        }
        java.addAll(line.words(Program.java(), options(line, jvmOptions, say)));
        List<String> job = words(placement, java);
        lines.add(Program.line(job));
        if (dry) {
            lines.forEach(spec.commandLine().getOut()::println);
            return 0;
        }
        if (recorder != null) {
            recorder.prepare();
        }
        lines.forEach(each -> say.println("+ " + each));
        say.flush();
        if (Handover.toScript(recorder == null ? job : recorder.command(job))) {
            return 0;
        }
        return recorder == null ? Handover.run(job, () -> {}) : recorder.run(job);
    }

    /** Returns the compiler of this JVM, whose classes may be missing. */
    private static JavaCompiler compiler(JavaWords parsed) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new Refusal("'" + parsed.main() + "' cannot be compiled, since there is no compiler in "
                    + System.getProperty("java.home") + "; install a JDK (Debian: openjdk-25-jdk-headless)");
        }
        return compiler;
    }

    private void checkPlace() throws IOException {
        ParseResult given = spec.commandLine().getParseResult();
        if (given.matchedOptionValue("-n", 1) < 1 || given.matchedOptionValue("--nodes", 1) < 1) {
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
    }

    private List<String> options(JavaLine line, List<String> jvmOptions, PrintWriter say) throws IOException {
        List<String> options = new ArrayList<>(FastStart.flags(line.access(), jvmOptions, computes));
        if (!withoutCache) {
            String obstacle = FastStart.obstacle(line, jvmOptions);
            if (obstacle.isEmpty()) {
                options.addAll(FastStart.cacheOptions(Program.java(), options, line.cached(), !dry, say));
            } else {
                say.println("pmixj run: the JVMs start without a class cache, since " + obstacle);
            }
        }
        return options;
    }

    private List<String> words(Placement placement, List<String> java) {
        List<String> job = new ArrayList<>(placement.before());
        job.add(launcher);
        if (recoverable) {
            job.addAll(List.of("--runtime-options", "recoverable,notifyerrors"));
        }
        environment.forEach(variable -> job.addAll(List.of("-x", variable)));
        job.addAll(launcherOptions);
        job.addAll(placement.options());
        // By default each rank of a small job is bound to one core, and a JVM has several threads.
        if (launcherOptions.stream().noneMatch(word -> word.startsWith("--bind-to"))) {
            job.addAll(List.of("--bind-to", "none"));
        }
        if (ranks > 0) {
            job.addAll(List.of("-n", Integer.toString(ranks)));
        }
        job.addAll(java);
        return job;
    }
}
