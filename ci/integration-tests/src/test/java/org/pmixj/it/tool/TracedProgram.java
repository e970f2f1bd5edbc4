// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.tool;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.event.EventOutcome;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Ends;
import org.pmixj.it.support.OtherCopy;
import org.pmixj.it.support.UnderWay;

/** A program in which one rank is late, or is killed. */
public final class TracedProgram {
    static final String TEAM = "it-trace-team";
    static final String MARK = "it-trace-mark";
    static final int LATE = 1;
    static final int KILLED = 2;
    static final PmixStatus NEWS = new PmixStatus(-3001);

    private TracedProgram() {}

    /**
     * Runs a rank.
     *
     * @param args a folder that all ranks share, and {@code late}, {@code kill}, {@code wait} or {@code copies}
     */
    public static void main(String[] args) throws Exception {
        Path shared = Path.of(args[0]);
        try (Pmix pmix = Pmix.init()) {
            Group team = group(pmix, TEAM, pmix.job().members());
            switch (args[1]) {
                case "late" -> {
                    late(pmix, team, shared);
                    team.destruct();
                }
                case "kill" -> kill(pmix, team, shared);
                case "wait" -> {
                    fenceAndWrite(pmix, team, shared);
                    Thread.sleep(Await.LIMIT);
                }
                case "copies" -> {
                    copies(pmix.self().rank(), shared);
                    team.destruct();
                }
                default -> throw new IllegalArgumentException(args[1]);
            }
        }
    }

    /** Fences of all by a copy of the library; each creates a file when it is under way, unless that is null. */
    public static final class Copy implements Consumer<Path>, AutoCloseable {
        private final Pmix pmix = Pmix.init();

        /** For the copy of another class loader. */
        public Copy() {}

        @Override
        public void accept(Path underWay) {
            if (underWay != null) {
                UnderWay.announceCall(pmix, "fence", () -> create(underWay));
            }
            pmix.fence();
        }

        @Override
        public void close() {
            pmix.close();
        }
    }

    /** Two ranks fence in both copies, in the opposite order. Rank 1 is late for the first fence, and 0 for the second. */
    @SuppressWarnings("unchecked")
    private static void copies(int rank, Path shared) throws Exception {
        List<Object> copies = new ArrayList<>(List.of(new Copy(), OtherCopy.of(Copy.class)));
        if (rank == LATE) {
            Collections.reverse(copies);
        }
        for (int late = LATE; late >= 0; late--) {
            Path waits = shared.resolve("waits-for-" + late);
            if (rank == late) {
                Await.until("the other rank waits", () -> Files.exists(waits));
            }
            ((Consumer<Path>) copies.get(LATE - late)).accept(rank == late ? null : waits);
        }
        for (Object copy : copies) {
            ((AutoCloseable) copy).close();
        }
    }

    /** The others end before: the host, which would end them, leaves a JVM little time to complete its file. */
    private static void kill(Pmix pmix, Group team, Path shared) throws Exception {
        int rank = pmix.self().rank();
        Files.writeString(
                shared.resolve("pid-" + rank),
                Long.toString(ProcessHandle.current().pid()));
        fenceAndWrite(pmix, team, shared);
        if (rank == KILLED) {
            for (int other = 0; other < KILLED; other++) {
                long pid = Long.parseLong(Files.readString(shared.resolve("pid-" + other)));
                Await.until("rank " + other + " has ended", () -> Ends.isInactive(pid));
            }
            Ends.KILLED.end(pmix);
        }
    }

    /** Announces that the fence is in the file, which the JVM writes once a second: the process may be killed then. */
    private static void fenceAndWrite(Pmix pmix, Group team, Path shared) throws Exception {
        int rank = pmix.self().rank();
        team.fence();
        group(pmix, MARK + "-" + rank, List.of(pmix.self()));
        Await.until("the JVM has written its events", () -> isWritten(shared, rank));
        create(shared.resolve("waits-" + rank));
    }

    private static Group group(Pmix pmix, String name, List<ProcId> members) {
        return pmix.groups().construct(GroupRequest.named(name).members(members).build());
    }

    private static void late(Pmix pmix, Group team, Path shared) throws Exception {
        int rank = pmix.self().rank();
        int size = pmix.job().size();
        pmix.events().on(NEWS).named("news").register(_ -> {
            create(shared.resolve("handled-" + rank));
            return EventOutcome.partial();
        });
        team.fence();
        if (rank == 0) {
            pmix.events().notify(NEWS).toNamespace().send();
        }
        Await.until("all have handled the event", () -> count(shared, "handled-") == size);
        if (rank == LATE) {
            Await.until("the others wait", () -> count(shared, "waits-") == size - 1);
        } else {
            UnderWay.announceCall(pmix, "exchange", () -> create(shared.resolve("waits-" + rank)));
        }
        team.exchange(ValueType.INT32, rank);
    }

    private static void create(Path file) {
        try {
            Files.createFile(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static long count(Path folder, String prefix) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .count();
        } catch (IOException e) {
            return 0;
        }
    }

    /** Events reach the file in the order in which a thread commits them, so those before the mark are there, too. */
    private static boolean isWritten(Path shared, int rank) {
        try (Stream<Path> files = Files.walk(shared.resolve("trace"))) {
            for (Path file : files.filter(each -> each.toString().matches(".*\\." + rank + "/.*\\.jfr"))
                    .toList()) {
                if (new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(MARK)) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            return false;
        }
    }
}
