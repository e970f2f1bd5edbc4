// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.Pmix;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Launched;

/** A program that ends and has not closed its handle. */
class ForgottenCloseIT {
    private static final String FORGOTTEN = "the JVM ends, and Pmix.close() was not called";

    @TempDir
    Path work;

    static final class Main {
        public static void main(String[] args) throws Exception {
            Pmix pmix = Pmix.init();
            switch (args[0]) {
                case "groups" -> {
                    pmix.groups().construct(Jobs.all(pmix, "it-left").build()).leave();
                    pmix.groups().construct(Jobs.all(pmix, "it-kept").build());
                }
                case "exit" -> System.exit(3);
                case "twice" -> {
                    pmix.close();
                    Pmix.init();
                }
                case "hook" -> Runtime.getRuntime().addShutdownHook(new Thread(pmix::close));
                case "signal" -> {
                    new ProcessBuilder(
                                    "kill",
                                    Long.toString(ProcessHandle.current().pid()))
                            .start()
                            .waitFor();
                    Thread.sleep(60_000);
                }
                case "closed" -> pmix.close();
                default -> throw new IllegalArgumentException(args[0]);
            }
        }
    }

    private static int reports(Launched job) {
        return job.output().split(Pattern.quote(FORGOTTEN), -1).length - 1;
    }

    @Test
    void namesTheGroups() throws Exception {
        Launched job = Launched.job(work, 1, Main.class, "groups");
        assertThat(job.output()).contains(":0: " + FORGOTTEN + ", groups [it-kept]. The launcher");
        assertThat(reports(job)).isOne();
    }

    @Test
    void isReportedOnce() throws Exception {
        for (String how : new String[] {"exit", "twice"}) {
            Launched job = Launched.job(work, 1, Main.class, how);
            assertThat(reports(job)).as(job.output()).isOne();
            assertThat(job.output()).contains(FORGOTTEN + ". The launcher");
        }
    }

    @Test
    void isNotReportedOtherwise() throws Exception {
        for (String how : new String[] {"closed", "hook", "signal"}) {
            Launched job = Launched.job(work, 1, Main.class, how);
            assertThat(job.output()).as(how).doesNotContain("not called");
        }
        // Without a launcher nobody misses it.
        assertThat(Launched.alone(work, Map.of(), Main.class, "exit").output()).doesNotContain("not called");
    }
}
