// SPDX-License-Identifier: Apache-2.0
package org.pmixj.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.PmixValue;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.process.JavaCommand;

/**
 * Represents a program to start ({@code pmix_app_t}, PMIx Standard 11.2.2).
 *
 * @param command the program
 * @param arguments its arguments, the program's name first
 * @param environment variables as {@code NAME=value}
 * @param directory its working directory, null for the host's choice
 * @param processes the number of processes
 * @param attributes directives for this program
 */
public record App(
        String command,
        List<String> arguments,
        List<String> environment,
        @Nullable String directory,
        int processes,
        Attributes attributes)
        implements PmixValue {
    /**
     * Checks that command and directory are not empty, each variable is {@code NAME=value}, no string contains NUL, and
     * the number of processes is not negative; copies the lists.
     */
    public App {
        Checks.name("command", command);
        arguments = Checks.texts("argument", arguments);
        environment = Checks.texts("variable", environment);
        for (String variable : environment) {
            if (variable.indexOf('=') < 1) {
                throw new IllegalArgumentException(
                        "variable '" + Checks.shortened(variable) + "' is not NAME=value; give both, with '='");
            }
        }
        if (directory != null) {
            Checks.name("directory", directory);
        }
        if (processes < 0) {
            throw new IllegalArgumentException(
                    "program " + command + ": it has " + processes + " processes; give 1 or more");
        }
        Objects.requireNonNull(attributes, "attributes");
    }

    /**
     * {@return a builder for a program of one process}
     *
     * @param command the program: a path, or a name that is looked for in the {@code PATH} of the host's daemons
     * @param arguments its arguments, without the program's own name
     * @throws IllegalArgumentException if the command is empty, or one contains NUL
     */
    public static Builder named(String command, String... arguments) {
        return new Builder(command, List.of(arguments));
    }

    /**
     * {@return a builder for a Java program of one process, which runs as this one does} It has the same Java
     * installation, class path and module path, made absolute, and may access libpmix. Other options of this JVM are
     * not repeated, because they may be for one process alone, such as a port: see {@link Builder#jvmOptions}. The
     * nodes must have the same files.
     *
     * @param main the class with the {@code main} method
     * @param arguments its arguments
     */
    public static Builder java(Class<?> main, String... arguments) {
        return new Builder(JavaCommand.executable(), JavaCommand.arguments(main, List.of(arguments)));
    }

    /** Builds a program. It must not be used by several threads at once. */
    public static final class Builder {
        private final String command;
        private final List<String> arguments = new ArrayList<>();
        private final List<String> environment = new ArrayList<>();
        private @Nullable String directory;
        private int processes = 1;
        private Attributes attributes = Attributes.none();

        private Builder(String command, List<String> arguments) {
            this.command = Checks.name("command", command);
            this.arguments.add(command);
            this.arguments.addAll(Checks.texts("argument", arguments));
        }

        /**
         * Puts options in front of all arguments, where {@code java} expects them.
         *
         * @param options such as {@code -Xmx1g}
         * @return this
         */
        public Builder jvmOptions(String... options) {
            arguments.addAll(1, Checks.texts("option", List.of(options)));
            return this;
        }

        /**
         * Sets a variable for this program. One that the request sets for all programs replaces it.
         *
         * @param name the variable
         * @param value its value
         * @return this
         * @throws IllegalArgumentException if the name contains {@code =}
         */
        public Builder environment(String name, String value) {
            if (Checks.name("variable", name).indexOf('=') >= 0) {
                throw new IllegalArgumentException("the name of a variable contains '=': " + Checks.shortened(name)
                        + "; give name and value apart");
            }
            environment.add(name + "=" + Checks.text("value", value));
            return this;
        }

        /**
         * Sets the working directory; that of this process or of the launcher unless set.
         *
         * @param value its path, made absolute
         * @return this
         */
        public Builder directory(Path value) {
            this.directory = value.toAbsolutePath().toString();
            return this;
        }

        /**
         * Sets the number of processes; one unless set.
         *
         * @param count 1 or more
         * @return this
         * @throws IllegalArgumentException if it is not
         */
        public Builder processes(int count) {
            if (count < 1) {
                throw new IllegalArgumentException(
                        "program " + command + ": it has " + count + " processes; give 1 or more");
            }
            this.processes = count;
            return this;
        }

        /**
         * Adds directives for this program alone, as libpmix and its host know them.
         *
         * @param value attributes of the Standard
         * @return this
         */
        public Builder attributes(Attributes value) {
            this.attributes = Objects.requireNonNull(value, "attributes");
            return this;
        }

        /** {@return the program} */
        public App build() {
            return new App(command, arguments, environment, directory, processes, attributes);
        }
    }
}
