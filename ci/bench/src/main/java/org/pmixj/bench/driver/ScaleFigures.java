// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Holds the figures of one job of {@link ScalePart}.
 *
 * @param steps the init, each operation of each round, and the finalize
 * @param calls how often a rank called each function of libpmix, and what went over its connection; means
 */
record ScaleFigures(int ranks, List<Step> steps, Memory memory, Map<String, Double> calls, Launcher.Cost cost) {
    /**
     * Holds the cost of an operation.
     *
     * @param millis from the last rank's begin to the last rank's end
     * @param cpuMillis the CPU time of a rank, mean
     */
    record Step(double millis, double cpuMillis) {
        static Step mean(List<Step> steps) {
            return new Step(
                    steps.stream().mapToDouble(Step::millis).average().orElseThrow(),
                    steps.stream().mapToDouble(Step::cpuMillis).average().orElseThrow());
        }
    }

    static ScaleFigures read(Path folder, int ranks, int steps, Launcher.Cost cost) throws IOException {
        List<LongBuffer> records = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(folder.resolve(rank + ".scale")));
            LongBuffer numbers = bytes.order(ByteOrder.nativeOrder()).asLongBuffer();
            if (numbers.remaining() != 3 * steps) {
                throw new JobFailedException("rank " + rank + " wrote " + numbers.remaining() + " numbers");
            }
            records.add(numbers);
        }
        List<Step> all = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            all.add(step(records, 3 * step));
        }
        return new ScaleFigures(ranks, all, Memory.mean(folder, ranks), calls(folder, ranks), cost);
    }

    private static Step step(List<LongBuffer> ranks, int index) {
        long begin = Long.MIN_VALUE;
        long end = Long.MIN_VALUE;
        long cpu = 0;
        for (LongBuffer numbers : ranks) {
            begin = Math.max(begin, numbers.get(index));
            end = Math.max(end, numbers.get(index + 1));
            cpu += numbers.get(index + 2);
        }
        return new Step((end - begin) / 1e6, cpu / 1e6 / ranks.size());
    }

    private static Map<String, Double> calls(Path folder, int ranks) throws IOException {
        Map<String, Double> calls = new TreeMap<>();
        for (int rank = 0; rank < ranks; rank++) {
            for (String line : Files.readAllLines(folder.resolve(rank + ".calls"))) {
                String[] words = line.split(" ", -1);
                calls.merge(words[0], Double.parseDouble(words[1]) / ranks, Double::sum);
            }
        }
        return calls;
    }

    /** Returns the CPU time of the launcher and the daemons, divided by the ranks. */
    double launcherMillis() {
        double all = steps.stream().mapToDouble(Step::cpuMillis).sum();
        return cost.cpuSeconds() * 1e3 / ranks - all;
    }

    double calls(String name) {
        return calls.getOrDefault(name, 0.0);
    }

    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("wallSeconds", cost.wallSeconds());
        json.put("cpuSecondsPerRank", cost.cpuSeconds() / ranks);
        json.put("pssMegabytesPerRank", memory.pss());
        json.put("millis", steps.stream().map(Step::millis).toList());
        json.put("cpuMillis", steps.stream().map(Step::cpuMillis).toList());
        json.put("callsPerRank", calls);
        return json;
    }
}
