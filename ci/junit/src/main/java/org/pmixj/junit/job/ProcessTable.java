// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Finds the processes of a job by a variable that they inherit. Parentage would not do: a process that outlives its
 * parent loses it. This also finds processes in pid namespaces below this one.
 */
final class ProcessTable {
    static final String VARIABLE = "PMIXJ_JOB";

    private ProcessTable() {}

    /** Describes a process; the launcher and its daemons have no rank. */
    record Entry(long pid, OptionalInt rank, String commandLine) {
        void kill() {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }

        @Override
        public String toString() {
            return "process " + pid + (rank.isPresent() ? " of rank " + rank.getAsInt() : "") + ": " + commandLine;
        }
    }

    static List<Entry> carrying(String token) {
        List<Entry> found = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                List<String> environment = strings(process.resolve("environ"));
                if (environment.contains(VARIABLE + "=" + token)) {
                    String commandLine = String.join(" ", strings(process.resolve("cmdline")));
                    found.add(new Entry(
                            Long.parseLong(process.getFileName().toString()), rank(environment), commandLine));
                }
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("cannot read /proc", e);
        }
        return found;
    }

    private static OptionalInt rank(List<String> environment) {
        return environment.stream()
                .filter(each -> each.matches("PMIX_RANK=[0-9]{1,9}"))
                .mapToInt(each -> Integer.parseInt(each.substring(each.indexOf('=') + 1)))
                .findFirst();
    }

    // The process has just ended, or is another user's.
    private static List<String> strings(Path file) {
        try {
            return List.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\0"));
        } catch (IOException e) {
            return List.of();
        }
    }
}
