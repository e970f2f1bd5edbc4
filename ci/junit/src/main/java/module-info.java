// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** Runs a JUnit test method as the ranks of a real PMIx job: {@link org.pmixj.junit.PmixTest}. */
@NullMarked
module org.pmixj.junit {
    requires java.management;
    requires jdk.management;
    requires org.junit.platform.launcher;
    requires org.pmixj.launch;
    requires transitive org.junit.jupiter.api;
    requires transitive org.pmixj;
    // These two are for the compiler of the tests only.
    requires static java.xml;
    requires static jdk.compiler;
    requires static org.jspecify;

    exports org.pmixj.junit;

    uses org.junit.jupiter.api.extension.Extension;

    opens org.pmixj.junit.job to
            org.junit.platform.commons;

    provides org.junit.platform.launcher.TestExecutionListener with
            org.pmixj.junit.job.RunSummary,
            org.pmixj.junit.job.SharedJobs;
}
