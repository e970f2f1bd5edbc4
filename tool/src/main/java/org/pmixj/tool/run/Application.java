// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.pmixj.tool.Program;
import org.pmixj.tool.Refusal;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** A program of a job, and the ranks that run it. The first one has its options among those of {@code pmixj run}. */
@Command(name = "pmixj run")
final class Application {
    /** Separates the programs of a job. */
    static final String SEPARATOR = ":";

    @Option(
            names = {"-n", "-np", "--ranks"},
            paramLabel = "N",
            description = "number of ranks (default: one in each slot)")
    private @Nullable Integer ranks;

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

    @Option(names = "-x", paramLabel = "NAME[=VALUE]", description = "environment variable for the ranks")
    private List<String> environment = new ArrayList<>();

    @Parameters(paramLabel = "PROGRAM", description = "JAR, class, MODULE[/CLASS], source or path, arguments")
    private List<String> words = new ArrayList<>();

    private List<String> compiler = List.of();
    private List<String> jvmOptions = List.of();
    /** The words of a program that is none of Java. */
    private List<String> other = List.of();

    private @Nullable JavaLine line;

    Application() {}

    /**
     * Returns this application and those that follow it, each after a colon.
     *
     * @throws Refusal if one of several does not say how many ranks it has
     */
    List<Application> withFollowing() {
        List<Application> all = new ArrayList<>(List.of(this));
        for (int at = words.indexOf(SEPARATOR);
                at >= 0;
                at = all.getLast().words.indexOf(SEPARATOR)) {
            Application last = all.getLast();
            all.add(parse(last.words.subList(at + 1, last.words.size())));
            last.words = last.words.subList(0, at);
        }
        for (Application each : all) {
            if (each.ranks != null && each.ranks < 1) {
                throw new Refusal("the numbers of ranks and nodes must be 1 or more");
            } else if (each.ranks == null && all.size() > 1) {
                throw new Refusal("of several programs each needs a number of ranks, as in 'pmixj run -n 1 ./c-rank :"
                        + " -n 2 App.java'; '" + String.join(" ", each.words) + "' has none");
            }
        }
        return all;
    }

    private static Application parse(List<String> words) {
        Application parsed = new Application();
        try {
            new CommandLine(parsed)
                    .setStopAtPositional(true)
                    .setExpandAtFiles(false)
                    .parseArgs(words.toArray(String[]::new));
        } catch (ParameterException e) {
            throw new Refusal(
                    e.getMessage() + "; before a program that follows ':' may be -n, -x, -cp, -p and --compute,"
                            + " and options of the JVM after --");
        }
        return parsed;
    }

    /** Returns the number of ranks; 0 if it was not given. */
    int ranks() {
        return ranks == null ? 0 : ranks;
    }

    /** Takes the words apart, and compiles a source file. */
    void prepare(PrintWriter say) throws IOException {
        JavaWords parsed = JavaWords.parse(words, classPath, modulePath);
        if (parsed.kind() == JavaWords.Kind.OTHER) {
            other = new ArrayList<>(List.of(parsed.main()));
            other.addAll(parsed.arguments());
            return;
        }
        JavaLine start = JavaLine.of(parsed, Archives.own(), System.getenv("CLASSPATH"));
        jvmOptions = new ArrayList<>(parsed.options());
        if (parsed.kind() == JavaWords.Kind.JAR && !start.main().contains("-jar")) {
            // The JVM does not read the manifest then.
            jvmOptions.addAll(0, Archives.opened(parsed.main()));
        }
        if (parsed.kind() == JavaWords.Kind.SOURCE) {
            SourceProgram program =
                    SourceProgram.compile(compiler(parsed), parsed, start.classPath(), CompiledPrograms.ofUser(), say);
            start = start.with(program);
            jvmOptions = program.options();
            compiler = program.command();
        }
        line = start;
    }

    /** Returns the words that compile the program; empty if nothing is compiled. */
    List<String> compiler() {
        return compiler;
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

    /** Returns the launcher's options for the environment of these ranks. */
    List<String> environment() {
        List<String> options = new ArrayList<>();
        environment.forEach(variable -> options.addAll(List.of("-x", variable)));
        return options;
    }

    /** Says how the JVMs of ranks start: whether from a class cache, whether that is created, and who records them. */
    record Start(boolean cache, boolean create, @Nullable Recorder recorder) {}

    /** Returns the number of ranks and the program, as words for the launcher. */
    List<String> ranksAndProgram(Start start, PrintWriter say) throws IOException {
        List<String> all = new ArrayList<>();
        if (ranks() > 0) {
            all.addAll(List.of("-n", Integer.toString(ranks())));
        }
        if (line == null) {
            all.addAll(other);
            return all;
        }
        List<String> options = new ArrayList<>(jvmOptions);
        if (start.recorder() != null) {
            options.add(Recorder.MODULE);
            all.addAll(start.recorder().words());
        }
        all.addAll(line.words(Program.java(), flags(line, options, start, say)));
        return all;
    }

    private List<String> flags(JavaLine java, List<String> own, Start start, PrintWriter say) throws IOException {
        Map<String, String> variables = variables();
        List<String> given = FastStart.given(variables);
        List<String> flags = new ArrayList<>(FastStart.flags(java.access(), own, given, computes));
        if (start.cache()) {
            String obstacle = FastStart.obstacle(java, own, variables, System.getenv());
            if (obstacle.isEmpty()) {
                List<String> all = new ArrayList<>(flags);
                all.addAll(given);
                flags.addAll(FastStart.cacheOptions(Program.java(), all, java.cached(), start.create(), say));
            } else {
                say.println("pmixj run: the JVMs start without a class cache, since " + obstacle);
            }
        }
        return flags;
    }

    /** Returns the variables to which -x gives a value of its own. */
    private Map<String, String> variables() {
        Map<String, String> variables = new HashMap<>();
        for (String variable : environment) {
            int end = variable.indexOf('=');
            if (end > 0) {
                variables.put(variable.substring(0, end), variable.substring(end + 1));
            }
        }
        return variables;
    }
}
