// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.doctor;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Checks. */
@Command(name = "doctor", mixinStandardHelpOptions = true, description = "Checks.")
public final class DoctorCommand implements Callable<Integer> {
    /** Creates the command. */
    public DoctorCommand() {}

    @Override
    public Integer call() {
        return 0;
    }
}
