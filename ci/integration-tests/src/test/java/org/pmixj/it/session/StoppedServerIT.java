// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.Attributes;
import org.pmixj.GetOptions;
import org.pmixj.Key;
import org.pmixj.Keys;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.connect.ConnectRequest;
import org.pmixj.event.EventOutcome;
import org.pmixj.group.GroupRequest;
import org.pmixj.host.Capabilities;
import org.pmixj.host.Control;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Jobs;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.Warnings;
import org.pmixj.value.Query;

/** A PMIx server that has stopped answering: no call waits longer than its timeout, not even where libpmix would. */
@Order(2)
class StoppedServerIT {
    private static final Duration BOUND = Duration.ofMillis(700);
    private static final int GROUPS = 5;

    @TempDir
    Path work;

    /** The only rank of a job, which stops its server, the launcher, for a while. */
    static final class Main {
        public static void main(String[] args) throws Exception {
            if (args[0].equals("init")) {
                stopServer();
                endsInTime(() -> open());
                continueServer();
                // What was given up is undone when it returns; a new attempt then works.
                Await.until("the server answers again", Main::canInit);
            } else if (args[0].equals("groups")) {
                try (Warnings warnings = new Warnings()) {
                    Pmix first = Pmix.init();
                    Pmix pmix = openOnABusyMachine();
                    for (int i = 0; i < GROUPS; i++) {
                        pmix.groups()
                                .construct(GroupRequest.named("it-left-" + i)
                                        .members(pmix.self())
                                        .timeout(Await.LIMIT)
                                        .build());
                    }
                    stopServer();
                    first.close();
                    pmix.close();
                    continueServer();
                    List<String> left = warnings.messages().stream()
                            .filter(message -> message.contains("group"))
                            .toList();
                    assertThat(left)
                            .singleElement()
                            .asString()
                            .contains(GROUPS + " of " + GROUPS + " groups were not left");
                }
            } else {
                // The first session of a process takes as long as the server needs, which is not stopped yet.
                try (Pmix first = Pmix.init();
                        Pmix pmix = openOnABusyMachine()) {
                    first.fence();
                    Key<Integer> key = Key.of("it.stopped", ValueType.INT32);
                    pmix.put(Scope.GLOBAL, key, 1);
                    stopServer();
                    pmix.put(Scope.GLOBAL, key, 2);
                    endsInTime(pmix::commit);
                    endsInTime(() ->
                            pmix.groups().construct(Jobs.all(pmix, "it-stopped").build()));
                    GetOptions refresh = GetOptions.defaults().withRefreshCache();
                    endsInTime(() -> pmix.get(pmix.self(), Key.of("it.never", ValueType.INT32), refresh));
                    endsInTime(() -> pmix.queries().namespaces());
                    endsInTime(() -> pmix.queries().query(Query.of(Keys.QUERY_NUM_PSETS, Keys.QUERY_NAMESPACES)));
                    endsInTime(() -> pmix.capabilities().functions(Capabilities.Provider.HOST));
                    endsInTime(() -> pmix.control().log(Attributes.of(Keys.LOG_STDERR, "late\n"), Attributes.none()));
                    endsInTime(
                            () -> pmix.control().job(List.of(), Attributes.of(Keys.JOB_CTRL_DEFINE_PSET, "it-late")));
                    endsInTime(() -> pmix.control().allocate(Control.AllocationKind.NEW, Attributes.none()));
                    PmixStatus code = new PmixStatus(-3100);
                    endsInTime(() -> pmix.events().on(code).register(event -> EventOutcome.noAction()));
                    endsInTime(() -> pmix.events().notify(code).toNode().send());
                    endsInTime(() -> pmix.events().notify(code).toAll().cached().send());
                    endsInTime(() -> pmix.connections()
                            .connect(ConnectRequest.builder()
                                    .members(pmix.self())
                                    .build()));
                    System.out.println("all is well");
                    continueServerAfterThis();
                    pmix.abort(3, "nobody hears this");
                }
            }
            System.out.println("all is well");
        }

        private static Pmix open() {
            return Pmix.builder().defaultTimeout(BOUND).init();
        }

        /** The server is not stopped, but an init may take longer than the bound. */
        private static Pmix openOnABusyMachine() {
            while (true) {
                try {
                    return open();
                } catch (PmixException.Timeout e) {
                    // Its session is open already, so that the next attempt has less to do.
                }
            }
        }

        private static boolean canInit() {
            try {
                Pmix.init().close();
                return true;
            } catch (PmixException.Timeout e) {
                return false;
            }
        }

        private static void endsInTime(ThrowingCallable call) {
            long begin = System.nanoTime();
            assertThatExceptionOfType(PmixException.Timeout.class).isThrownBy(call);
            // Nothing but its bound ends it: the server goes on only after the last.
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(BOUND.dividedBy(2));
        }

        private static void stopServer() throws Exception {
            signal("STOP");
        }

        private static void continueServer() throws Exception {
            signal("CONT");
        }

        /** Lets the server go on when this process has ended. */
        private static void continueServerAfterThis() throws Exception {
            String script = "until grep -q 'State:.Z' /proc/$1/status; do sleep 0.1; done; kill -CONT $2";
            long own = ProcessHandle.current().pid();
            new ProcessBuilder("setsid", "sh", "-c", script, "sh", Long.toString(own), Long.toString(server()))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        }

        private static long server() {
            return ProcessHandle.current().parent().orElseThrow().pid();
        }

        private static void signal(String name) throws Exception {
            new ProcessBuilder("kill", "-" + name, Long.toString(server()))
                    .inheritIO()
                    .start()
                    .waitFor();
        }
    }

    @Test
    void initEnds() throws Exception {
        Launched job = Launched.job(work, 1, Main.class, "init");
        assertThat(job.output()).contains("all is well");
        assertThat(job.exit()).isZero();
    }

    /** A close reports once, with a number, that groups were not left. */
    @Test
    void groupsAreNotLeft() throws Exception {
        Launched job = Launched.job(work, 1, Main.class, "groups");
        assertThat(job.output()).contains("all is well");
    }

    @Test
    void operationsEnd() throws Exception {
        Launched job = Launched.job(work, 1, Main.class, "operations");
        // The abort ends the process before the server answers.
        assertThat(job.output()).contains("all is well", "pmixj: the job could not be aborted: ");
        assertThat(job.exit()).isEqualTo(3);
    }
}
