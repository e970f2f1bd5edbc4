// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Collects the times of one operation in one program, over all ranks and rounds, in nanoseconds. */
final class Timings {
    /** The number of iterations that a short job runs. */
    static final int FIRST = 200;

    private static final int DIGITS = 3;

    final Histogram warm = new Histogram(DIGITS);
    final Histogram first = new Histogram(DIGITS);
    private final Histogram call = new Histogram(DIGITS);

    private long cpuNanos;
    private long cpuIterations;

    /** Adds what a rank wrote: its samples, and the CPU time of their second half. */
    void addPhase(Path file, int warmup, int iterations) throws IOException {
        LongBuffer numbers = read(file, warmup + iterations + 1);
        int count = numbers.remaining() - 1;
        cpuNanos += numbers.get(count);
        cpuIterations += count - count / 2;
        add(numbers.slice(0, count), warmup);
    }

    /** Adds the samples that a rank wrote. */
    void add(Path file, int warmup, int iterations) throws IOException {
        add(read(file, warmup + iterations), warmup);
    }

    private static LongBuffer read(Path file, int count) throws IOException {
        LongBuffer numbers = ByteBuffer.wrap(Files.readAllBytes(file))
                .order(ByteOrder.nativeOrder())
                .asLongBuffer();
        if (numbers.remaining() != count) {
            throw new JobFailedException(file + " has " + numbers.remaining() + " numbers");
        }
        return numbers;
    }

    private void add(LongBuffer samples, int warmup) {
        call.recordValue(samples.get(0));
        for (int i = 0; i < samples.remaining(); i++) {
            if (i < FIRST) {
                first.recordValue(samples.get(i));
            }
            if (i >= warmup) {
                warm.recordValue(samples.get(i));
            }
        }
    }

    static double micros(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / 1e3;
    }

    /** Returns the mean CPU time of a process for an iteration. */
    double cpuMicros() {
        return cpuNanos / 1e3 / cpuIterations;
    }

    /** Returns the median of the very first call over ranks and rounds. */
    double firstCallMicros() {
        return micros(call, 50);
    }

    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("samples", warm.getTotalCount());
        json.put("medianMicros", micros(warm, 50));
        json.put("p99Micros", micros(warm, 99));
        json.put("maxMicros", micros(warm, 100));
        if (cpuIterations > 0) {
            json.put("cpuMicros", cpuMicros());
        }
        json.put("firstCallMicros", firstCallMicros());
        json.put("first200MedianMicros", micros(first, 50));
        json.put("first200P99Micros", micros(first, 99));
        return json;
    }
}
