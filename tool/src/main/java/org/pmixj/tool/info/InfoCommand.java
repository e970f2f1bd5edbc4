// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.info;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Lists what the running libpmix has. */
@Command(name = "info", mixinStandardHelpOptions = true, description = "Lists what libpmix has.")
public final class InfoCommand implements Callable<Integer> {
    /** Creates the command. */
    public InfoCommand() {}

    @Override
    public Integer call() {
        return 0;
    }
}
