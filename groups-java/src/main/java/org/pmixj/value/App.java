// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.DataType;
import org.pmixj.PmixValue;
import org.pmixj.internal.Checks;

/**
 * A program to start ({@code pmix_app_t}, PMIx Standard 11.2.2).
 *
 * @param command the program
 * @param arguments its arguments, the program's name first
 * @param environment variables as {@code NAME=value}
 * @param directory its working directory, null for the host's choice
 * @param processes how many processes
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
     * Checks what is given and copies it.
     *
     * @throws IllegalArgumentException if the command is empty, a string contains NUL, a variable is not {@code NAME=value}, the directory is
     *     empty or the number of processes is negative
     */
    public App {
        Checks.name("command", command);
        arguments = Checks.texts("argument", arguments);
        environment = Checks.texts("variable", environment);
        for (String variable : environment) {
            if (variable.indexOf('=') < 1) {
                throw new IllegalArgumentException("variable is not NAME=value: " + variable);
            }
        }
        if (directory != null) {
            Checks.name("directory", directory);
        }
        if (processes < 0) {
            throw new IllegalArgumentException(processes + " processes");
        }
        Objects.requireNonNull(attributes, "attributes");
    }

    @Override
    public DataType type() {
        return DataType.APP;
    }
}
