// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.guide;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.pmixj.Pmix;

/** Runs examples of the guide one after the other, and writes what each prints to a file. */
public final class ExampleRank {
    private ExampleRank() {}

    /** Runs one rank. The arguments are a folder and the examples. */
    public static void main(String[] args) throws Exception {
        PrintStream console = System.out;
        // Each example opens PMIx once more and closes it.
        try (Pmix pmix = Pmix.init()) {
            for (int i = 1; i < args.length; i++) {
                Path file = Path.of(args[0], args[i] + "." + pmix.self().rank());
                try (PrintStream out = new PrintStream(Files.newOutputStream(file), true)) {
                    System.setOut(out);
                    Class.forName("org.pmixj.guide." + args[i])
                            .getMethod("main", String[].class)
                            .invoke(null, (Object) new String[0]);
                    // An example leaves nothing that the next one would see.
                    pmix.fence();
                } finally {
                    System.setOut(console);
                }
            }
        }
    }
}
