// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.pmixj.Pmix;
import org.pmixj.it.support.Launched;

/** Runs jobs whose ranks record, and reads what they have recorded. */
record Recordings(Path work) {
    private static final String SUFFIX = ".jfr";
    // The header of a chunk: its size when it was last flushed, and whether it is finished.
    private static final int SIZE = 8;
    private static final int STATE = 64;

    /** The recorded events of one rank, in the order of their starts. */
    record Rank(long number, List<RecordedEvent> events) {
        List<RecordedEvent> of(String type) {
            return events.stream()
                    .filter(event -> event.getEventType().getName().equals("pmixj." + type))
                    .toList();
        }

        /** Returns the operations of a kind. */
        List<RecordedEvent> operations(String kind) {
            return of("Operation").stream()
                    .filter(event -> event.getString("kind").equals(kind))
                    .toList();
        }
    }

    /** Returns a copy of the settings in the jar. */
    Path settings() throws IOException {
        Path copy = work.resolve("pmixj.jfc");
        try (InputStream shipped = Pmix.class.getResourceAsStream("/pmixj.jfc")) {
            assertThat(shipped).isNotNull();
            if (Files.notExists(copy)) {
                Files.copy(shipped, copy);
            }
        }
        return copy;
    }

    /** Returns the option by which a rank records into a file of its own. */
    String option() throws IOException {
        return "-XX:StartFlightRecording:settings=" + settings() + ",filename=" + work.resolve("%p" + SUFFIX);
    }

    /** Returns the option by which all ranks keep their chunks below the folder. */
    String repository() {
        return "-XX:FlightRecorderOptions:repository=" + work.resolve("repository");
    }

    Launched run(int nodes, int ranks, List<String> launcher, List<String> jvm, Class<?> main, String... arguments)
            throws Exception {
        Launched.needsLauncher();
        List<String> command = new ArrayList<>(Launched.onNodes(nodes));
        command.addAll(List.of("prterun", "--map-by", Launched.mapBy(nodes), "-n", Integer.toString(ranks)));
        command.addAll(launcher);
        List<String> java = new ArrayList<>(Launched.java(main, arguments));
        java.addAll(1, jvm);
        java.add(1, "-Xlog:jfr*=warning");
        command.addAll(java);
        return Launched.run(work, command, Map.of());
    }

    /** Returns what the ranks have recorded below a folder, by rank. */
    static Map<Long, Rank> read(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> below = Files.walk(folder)) {
            files = below.filter(file -> file.toString().endsWith(SUFFIX)).toList();
        }
        Map<Long, Rank> ranks = new TreeMap<>();
        for (Path file : files) {
            if (Files.size(file) == 0) {
                // The JVM was killed before it wrote the file that it had created. Its chunks are in the repository.
                continue;
            }
            List<RecordedEvent> events = new ArrayList<>(RecordingFile.readAllEvents(finished(file)));
            events.sort(Comparator.comparing(RecordedEvent::getStartTime));
            List<RecordedEvent> sessions = new Rank(-1, events).of("Session");
            assertThat(sessions).as("sessions in " + file).isNotEmpty();
            long number = sessions.getFirst().getLong("rank");
            assertThat(ranks.put(number, new Rank(number, events))).isNull();
        }
        return ranks;
    }

    /** Returns a copy of a chunk that the JVM was writing when it was killed, as it was when it was last flushed. */
    private static Path finished(Path file) throws IOException {
        byte[] chunk = Files.readAllBytes(file);
        if (chunk[STATE] == 0) {
            return file;
        }
        chunk[STATE] = 0;
        int size = Math.toIntExact(ByteBuffer.wrap(chunk).getLong(SIZE));
        return Files.write(Path.of(file + ".finished"), Arrays.copyOf(chunk, size));
    }
}
