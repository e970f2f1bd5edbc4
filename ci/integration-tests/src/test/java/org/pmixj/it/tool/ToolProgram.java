// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.tool;

import java.util.List;
import org.pmixj.Pmix;

/** A program of a user. */
public final class ToolProgram {
    private ToolProgram() {}

    /**
     * Prints what the rank has got.
     *
     * @param args {@code exit STATUS}, {@code wait}, or anything
     */
    public static void main(String[] args) throws InterruptedException {
        try (Pmix pmix = Pmix.init()) {
            System.out.println(
                    "rank " + pmix.self().rank() + " of " + pmix.job().size() + " on "
                            + pmix.node().hostname() + " has " + List.of(args) + ", pid "
                            + ProcessHandle.current().pid() + ", memory "
                            + Runtime.getRuntime().maxMemory() / (1 << 20) + ", property "
                            + System.getProperty("it") + ", variable " + System.getenv("IT_TOOL"));
            pmix.fence();
            if (args.length > 0 && args[0].equals("wait")) {
                Thread.sleep(Long.MAX_VALUE);
            }
        }
        if (args.length > 0 && args[0].equals("exit")) {
            System.exit(Integer.parseInt(args[1]));
        }
    }
}
