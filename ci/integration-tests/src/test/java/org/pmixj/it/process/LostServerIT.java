// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.Pmix;
import org.pmixj.Statuses;
import org.pmixj.group.GroupRequest;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.notice.NativeRegistrations;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.CCode;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.Launches;

/** Ranks that call nothing, when their server is killed: the launcher, on this node. */
// Among the longer ones: begins early.
@Order(2)
class LostServerIT {
    /** Tells a rank what it does until its server is lost. */
    enum Part {
        /** Calls nothing. */
        WAIT,
        /** Calls nothing, has a group, and a shutdown hook that does not end. */
        BLOCK,
        /** Calls nothing, and opens its session when all others are ready: nothing is registered for the event yet. */
        EARLY,
        /** Wants to live on. */
        OUTLIVE,
        /** Closes its session when it is notified. */
        CLOSE,
        /** Is a program in C. */
        C;

        Path file(Path work, String what) {
            return work.resolve(this + "-" + what);
        }

        boolean isReady(Path work) {
            return file(work, READY).toFile().length() > 0;
        }
    }

    private static final String READY = "ready";
    private static final String HOOK = "hook";
    private static final String CLOSED = "closed";

    @TempDir
    Path work;

    static final class Main {
        public static void main(String[] args) throws Exception {
            Path work = Path.of(args[0]);
            Part part = Part.valueOf(args[1]);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                announce(part.file(work, HOOK));
                if (part == Part.BLOCK) {
                    waitForEver();
                }
            }));
            if (part == Part.EARLY) {
                Await.until(
                        "all others are ready",
                        () -> EnumSet.complementOf(EnumSet.of(part)).stream().allMatch(other -> other.isReady(work)));
            }
            Pmix.Builder builder = Pmix.builder();
            Pmix pmix = (part == Part.OUTLIVE ? builder.outliveServer() : builder).init();
            if (part == Part.BLOCK) {
                pmix.groups()
                        .construct(GroupRequest.named("it-orphan")
                                .members(pmix.self())
                                .build());
            } else if (part == Part.CLOSE) {
                pmix.events().listen(Statuses.ERR_LOST_CONNECTION, event -> {
                    pmix.close();
                    announce(part.file(work, CLOSED));
                });
            }
            if (part != Part.EARLY) {
                NativeRegistrations registrations = NativeRegistrations.of(Objects.requireNonNull(Session.current()));
                int code = Statuses.ERR_LOST_CONNECTION.code();
                Await.until("libpmix reports a loss", () -> registrations.isReady(code));
            }
            announce(part.file(work, READY));
            waitForEver();
        }

        /** Creates a file with the process id of this process. */
        private static void announce(Path file) {
            try {
                Files.writeString(file, Long.toString(ProcessHandle.current().pid()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static void waitForEver() {
            Await.awaitOrInterrupt(() -> new CountDownLatch(1).await());
        }
    }

    @Test
    void theirProcessesEndUnlessTheyWantToLiveOn() throws Exception {
        Launched.needsLauncher();
        Path orphan = work.resolve("orphan");
        CCode.compile(work, "-o", orphan.toString(), CCode.source("orphan.c"));
        List<String> command = new ArrayList<>(List.of("prterun", "--map-by", Launched.mapBy(1)));
        for (Part part : Part.values()) {
            command.addAll(List.of("-n", "1"));
            command.addAll(
                    part == Part.C
                            ? List.of(orphan.toString(), part.file(work, READY).toString())
                            : Launched.java(Main.class, work.toString(), part.name()));
            command.add(":");
        }
        command.removeLast();
        Path output = work.resolve("output");
        Launches.started(command);
        Process launcher = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        Map<Part, ProcessHandle> ranks = new EnumMap<>(Part.class);
        try {
            for (Part part : Part.values()) {
                Await.until(part + " is ready, or " + Files.readString(output), () -> {
                    assertThat(launcher.isAlive()).isTrue();
                    return part.isReady(work);
                });
                long pid = Long.parseLong(Files.readString(part.file(work, READY)));
                ranks.put(part, ProcessHandle.of(pid).orElseThrow());
            }
            launcher.destroyForcibly().waitFor();
            Await.until("it is closed", () -> Files.exists(Part.CLOSE.file(work, CLOSED)));
            for (Part part : List.of(Part.WAIT, Part.EARLY, Part.BLOCK)) {
                Await.until(
                        part + " ends",
                        () -> !Objects.requireNonNull(ranks.get(part)).isAlive());
                assertThat(part.file(work, HOOK)).exists();
            }
            for (Part part : List.of(Part.OUTLIVE, Part.CLOSE)) {
                assertThat(ranks.get(part)).matches(ProcessHandle::isAlive, "lives on");
                assertThat(part.file(work, HOOK)).doesNotExist();
            }
            // As libpmix leaves it. If this fails, it ends processes itself, and the documents can say so.
            assertThat(ranks.get(Part.C)).matches(ProcessHandle::isAlive, "lives on");
        } finally {
            launcher.destroyForcibly();
            ranks.values().forEach(ProcessHandle::destroyForcibly);
        }
    }
}
