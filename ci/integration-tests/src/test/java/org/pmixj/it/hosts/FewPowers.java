// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.hosts;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.pmixj.it.support.CCode;

/** The launcher whose PMIx server can do what Slurm's can: {@code native/tests/few-powers-host.c}. */
final class FewPowers {
    /** Where a test class compiles it to, before its jobs start. */
    static final String PROGRAM = "target/few-powers-host";

    private FewPowers() {}

    /** Compiles it once: another class may be running it. */
    static synchronized void compile() throws Exception {
        Path program = Path.of(PROGRAM).toAbsolutePath();
        Path made = Files.createTempDirectory(program.getParent(), "few-powers").resolve("host");
        CCode.compile(made.getParent(), "-o", made.toString(), CCode.source("few-powers-host.c"));
        Files.move(made, program, StandardCopyOption.ATOMIC_MOVE);
        Files.deleteIfExists(made.getParent().resolve("output"));
        Files.delete(made.getParent());
    }
}
