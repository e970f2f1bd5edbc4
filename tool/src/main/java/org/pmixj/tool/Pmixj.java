// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.pmixj.tool.doctor.DoctorCommand;
import org.pmixj.tool.info.InfoCommand;
import org.pmixj.tool.run.RunCommand;
import org.pmixj.tool.trace.TraceCommand;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code pmixj}. A subcommand is a class that is named here, in a package of its own. */
@Command(
        name = "pmixj",
        mixinStandardHelpOptions = true,
        versionProvider = Pmixj.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = {"Runs Java programs as the ranks of a PMIx job, and checks what they need.", ""},
        commandListHeading = "%nCommands:%n",
        footer = {"", "pmixj COMMAND --help explains a command."},
        subcommands = {
            RunCommand.class,
            TraceCommand.class,
            DoctorCommand.class,
            InfoCommand.class,
            Pmixj.Completion.class
        })
public final class Pmixj implements Callable<Integer> {
    /** The exit status of a command that could not be started as it was given. */
    public static final int REFUSED = 2;

    /** The JVM puts it in place of bytes that are no letter in its locale. */
    private static final char REPLACED = '\uFFFD';

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Creates the command. */
    public Pmixj() {}

    /** Without a subcommand there is nothing to do but help. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return REFUSED;
    }

    /**
     * Runs the command and ends the JVM.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        for (String arg : args) {
            if (arg.indexOf(REPLACED) >= 0) {
                System.err.println("pmixj: the word '" + arg + "' is not in UTF-8; write it so, or rename the file."
                        + " If it is, start the script pmixj, not the JAR, or set a locale of UTF-8 (LC_ALL=C.UTF-8)");
                System.exit(REFUSED);
            }
        }
        System.exit(commandLine().execute(args));
    }

    /** {@return the command with its subcommands} */
    public static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Pmixj());
        line.setExecutionExceptionHandler((failure, command, _) -> {
            if (failure instanceof Refusal refusal) {
                command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + refusal.getMessage());
                return REFUSED;
            }
            if (failure instanceof IOException || failure instanceof InvalidPathException) {
                command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + failure);
                return REFUSED;
            }
            throw failure;
        });
        line.setParameterExceptionHandler((mistake, _) -> {
            CommandLine command = mistake.getCommandLine();
            String name = command.getCommandSpec().qualifiedName();
            command.getErr().println(name + ": " + mistake.getMessage() + hint(mistake, name));
            command.getErr().println("'" + name + " --help' lists the options.");
            return REFUSED;
        });
        // A file of words is java's, and an argument of a program may begin with @.
        line.setExpandAtFiles(false);
        // What follows the program is the program's.
        Objects.requireNonNull(line.getSubcommands().get("run")).setStopAtPositional(true);
        return line;
    }

    private static String hint(ParameterException mistake, String name) {
        if (!(mistake instanceof UnmatchedArgumentException unmatched)) {
            return "";
        } else if (name.endsWith(" run")) {
            return "; options of the JVM follow --, as in 'pmixj run -n 4 -- -Xmx1g app.jar', and those of the"
                    + " launcher --prte, as in --prte '--map-by node'";
        }
        List<String> similar = unmatched.getSuggestions();
        return similar.isEmpty() ? "" : "; did you mean '" + name + " " + similar.getFirst() + "'?";
    }

    /** Reports the version of this command, which is that of the library in it. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Pmixj.class.getPackage().getImplementationVersion();
            return new String[] {"pmixj " + (version == null ? "(not packaged)" : version)};
        }
    }

    /** Prints a script for the completion of words in a shell. */
    @Command(
            name = "completion",
            mixinStandardHelpOptions = true,
            header = "Prints a completion script: source <(pmixj completion)")
    static final class Completion implements Runnable {
        @Spec
        private CommandSpec spec = CommandSpec.create();

        @Override
        public void run() {
            // Only println flushes, and the JVM exits next.
            PrintWriter out = spec.commandLine().getOut();
            out.print(AutoComplete.bash("pmixj", spec.root().commandLine()));
            out.flush();
        }
    }
}
