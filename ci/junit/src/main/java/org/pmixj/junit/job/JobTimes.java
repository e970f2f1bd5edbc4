// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.pmixj.junit.rank.JobFiles;
import org.pmixj.junit.rank.JobSpec;
import org.pmixj.junit.rank.RankResult;

/**
 * Counts jobs. It adds a line for each method that a job has run to {@code jobs.tsv} in the directory of jobs: class,
 * method, nodes, jobs, JVMs, milliseconds on processors, milliseconds. Only the first method of a job counts the job
 * and its JVMs, so the sum of a column is exact. A rank that was killed has no time on processors.
 */
final class JobTimes {
    private JobTimes() {}

    static void add(Path directory, List<Settings> methods, JobSpec spec) throws IOException {
        StringBuilder lines = new StringBuilder();
        long start = spec.startMillis();
        for (int method = 0; method < methods.size(); method++) {
            JobFiles files = spec.files(method);
            long end = start;
            long cpu = 0;
            for (int rank = 0; rank < spec.ranks(); rank++) {
                Path result = files.result(rank);
                if (Files.exists(result)) {
                    end = Math.max(end, Files.getLastModifiedTime(result).toMillis());
                    cpu += RankResult.read(result).cpu().toMillis();
                }
            }
            boolean first = method == 0;
            lines.append(String.join(
                            "\t",
                            methods.get(method).testClass().getName(),
                            methods.get(method).method().getName(),
                            Integer.toString(spec.nodes()),
                            first ? "1" : "0",
                            first ? Integer.toString(spec.ranks()) : "0",
                            Long.toString(cpu),
                            Long.toString(end - start)))
                    .append('\n');
            start = end;
        }
        if (directory.equals(Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath())) {
            // Others may use it, and it is no place for what stays.
            return;
        }
        // Several JVMs may append at once: one write.
        Files.writeString(directory.resolve("jobs.tsv"), lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
