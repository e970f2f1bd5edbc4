// SPDX-License-Identifier: Apache-2.0
package org.pmixj.value;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.Attributes;
import org.pmixj.DataType;
import org.pmixj.PmixValue;

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
    @Override
    public DataType type() {
        return DataType.APP;
    }
}
