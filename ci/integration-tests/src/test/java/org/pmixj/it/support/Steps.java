// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import static org.pmixj.it.support.Await.LIMIT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;

/** The steps of a rank while something fails, with the outcome of each: success, or the name of its exception. */
public final class Steps {
    private final Path file;
    private final List<String> steps = new ArrayList<>();

    /** Creates an empty list for a file. */
    public Steps(Path file) {
        this.file = file;
    }

    /** Adds a line. */
    public void add(String line) {
        steps.add(line);
    }

    /** Runs a step, and returns whether it succeeded. */
    public boolean run(String name, Duration limit, Runnable step) {
        return call(name, limit, () -> {
                    step.run();
                    return true;
                })
                != null;
    }

    /** Runs a step, and returns its result, which is null if it failed. A timeout of {@link Await#LIMIT} is a fault. */
    public <T extends @Nullable Object> @Nullable T call(String name, Duration limit, Callable<T> step) {
        T result = null;
        long begin = System.nanoTime();
        String outcome;
        try {
            result = step.call();
            outcome = "success";
        } catch (PmixException e) {
            if (e instanceof PmixException.Timeout && limit.equals(LIMIT)) {
                throw new AssertionError(name, e);
            }
            outcome = e.getClass().getSimpleName();
            System.out.printf(
                    "%s %s, %d ms: %s%n",
                    file.getFileName(), name, (System.nanoTime() - begin) / 1_000_000, e.getMessage());
        } catch (Exception e) {
            throw new IllegalStateException(name, e);
        }
        steps.add(name + " " + outcome);
        return result;
    }

    /** Adds the last line, and writes all of them. */
    public void end(String line) throws IOException {
        steps.add(line);
        Path part = Path.of(file + ".part");
        Files.write(part, steps);
        Files.move(part, file);
    }
}
