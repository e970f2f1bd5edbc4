// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.internal.codec.InfoArray;
import org.pmixj.internal.ffi.InFlight;
import org.pmixj.internal.ffi.Libpmix;

/** Calls of functions that the running libpmix lacks. A small library of this test plays an older libpmix. */
class MissingFunctionTest {
    private static final String OLD_LIBPMIX = """
            const char *PMIx_Get_version(void) { return "OpenPMIx 5.0.1, played"; }
            void PMIx_Value_load(void) {}
            void PMIx_Data_array_create(void) {}
            """;

    private static final String MESSAGE =
            "PMIx_Group_leave_nb is not in the running libpmix (OpenPMIx 5.0.1, played); it"
                    + " needs a newer OpenPMIx, which must also be the launcher's";

    /** Prints what the callers of a missing function receive. */
    public static final class Caller {
        private static final Handle HANDLE =
                new Handle(new Session(new ProcId("test", 0), true, false, null), null, Duration.ofSeconds(10));
        private static final long NANOS = 10_000_000_000L;

        private static final class Leave extends StatusCall {
            private final boolean blocks;

            Leave(boolean blocks) {
                super(HANDLE, "leave");
                this.blocks = blocks;
            }

            @Override
            protected boolean chooseWorker() {
                return blocks;
            }

            @Override
            protected int start(SegmentAllocator memory, MemorySegment cbdata) {
                return Libpmix.groupLeave(memory.allocateFrom("id"), InfoArray.NONE, cbdata);
            }

            @Override
            protected void ended() {
                System.out.println("ended");
            }

            @Override
            protected void rejected() {
                System.out.println("rejected");
            }
        }

        private static void call(String how, boolean blocks, boolean async) throws Exception {
            try {
                if (async) {
                    new Leave(blocks).submit(NANOS).get();
                } else {
                    new Leave(blocks).run(NANOS);
                }
            } catch (PmixException.NotSupported | ExecutionException e) {
                Throwable failure = e instanceof ExecutionException ? e.getCause() : e;
                System.out.println(how + ": " + failure.getClass().getSimpleName() + ": " + failure.getMessage());
            }
            System.out.println("in flight: " + InFlight.size());
        }

        public static void main(String[] args) throws Exception {
            // The JVM reports the first attempt to link otherwise than later ones.
            call("first", false, false);
            call("second", false, false);
            call("async", false, true);
            call("on the worker", true, false);
            call("async on the worker", true, true);
        }
    }

    @Test
    void eachCallerLearnsTheFunctionAndTheVersion(@TempDir Path work) throws Exception {
        Path source = Files.writeString(work.resolve("old.c"), OLD_LIBPMIX);
        Path library = work.resolve("libpmix.so.2");
        assumeTrue(
                run(work, "cc", "-shared", "-fPIC", "-o", library.toString(), source.toString())
                        .equals("0\n"),
                "not run: there is no C compiler");
        String output = run(
                work,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Dpmixj.library=" + library,
                "-cp",
                System.getProperty("java.class.path"),
                Caller.class.getName());
        StringBuilder expected = new StringBuilder();
        for (String how : new String[] {"first", "second", "async", "on the worker", "async on the worker"}) {
            expected.append("ended\nrejected\n")
                    .append(how)
                    .append(": NotSupported: ")
                    .append(MESSAGE)
                    .append("\nin flight: 0\n");
        }
        assertThat(output).isEqualTo(expected + "0\n");
    }

    /** Runs a command; returns what it prints, and its exit status. */
    private static String run(Path work, String... command) throws IOException, InterruptedException {
        Path output = work.resolve("output");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            int status = process.waitFor();
            return Files.readString(output) + status + "\n";
        } catch (IOException e) {
            return "not found";
        }
    }
}
