// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.pmixj.PmixStatus;

/** A C library with PMIx event handlers, {@code native/tests/handlers.c}, compiled and loaded into this process. */
final class CHandlers {
    /** Where a handler is to be. */
    enum Place {
        NONE,
        FIRST,
        LAST,
        PREPEND,
        APPEND
    }

    static final int PROC_LOCAL = 7;
    static final int GLOBAL = 5;
    static final int NON_DEFAULT = 1;
    static final int DO_NOT_CACHE = 2;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout POINTER =
            ValueLayout.ADDRESS.withTargetLayout(MemoryLayout.sequenceLayout(Long.MAX_VALUE, ValueLayout.JAVA_BYTE));
    private static final int WAIT_MS = 10_000;

    private final SymbolLookup symbols;

    private CHandlers(SymbolLookup symbols) {
        this.symbols = symbols;
    }

    /** The source of a C half of a test. */
    static String source(String name) {
        return Path.of("../../native/tests", name).toAbsolutePath().normalize().toString();
    }

    static CHandlers load(Path work) throws Exception {
        Path library = work.resolve("libhandlers" + ProcessHandle.current().pid() + ".so");
        compile(work, "-shared", "-fPIC", "-pthread", "-o", library.toString(), source("handlers.c"));
        return new CHandlers(SymbolLookup.libraryLookup(library, Arena.global()));
    }

    static void compile(Path work, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("pmixcc", "-Wall", "-Wextra", "-Werror"));
        command.addAll(Arrays.asList(arguments));
        Launched compiler = Launched.run(work, command, Map.of());
        assertThat(compiler.exit()).as(compiler.output()).isZero();
    }

    private Object call(String name, FunctionDescriptor type, Object... arguments) {
        try {
            MethodHandle function = Linker.nativeLinker().downcallHandle(symbols.findOrThrow(name), type);
            return function.invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw new AssertionError(name, e);
        }
    }

    /** A session of the library's own. */
    void init() {
        assertThat(call("handlers_init", FunctionDescriptor.of(INT))).isEqualTo(0);
    }

    void finish() {
        assertThat(call("handlers_finalize", FunctionDescriptor.of(INT))).isEqualTo(0);
    }

    /** Registers a handler; no codes are any. */
    Handler register(String name, Place place, PmixStatus... codes) {
        try (Arena arena = Arena.ofConfined()) {
            int[] numbers = Arrays.stream(codes).mapToInt(PmixStatus::code).toArray();
            int number = (int) call(
                    "handlers_register",
                    FunctionDescriptor.of(INT, ValueLayout.ADDRESS, INT, ValueLayout.ADDRESS, INT),
                    arena.allocateFrom(name),
                    place.ordinal(),
                    arena.allocateFrom(INT, numbers),
                    numbers.length);
            assertThat(number).as("registration of %s", name).isNotNegative();
            return new Handler(number);
        }
    }

    /** Sends events that have {@code c.number} from first on. */
    void notify(PmixStatus code, int range, int flags, int first, int count) {
        assertThat(call(
                        "handlers_notify",
                        FunctionDescriptor.of(INT, INT, INT, INT, INT, INT),
                        code.code(),
                        range,
                        flags,
                        first,
                        count))
                .isEqualTo(0);
    }

    /** One of its handlers. */
    final class Handler {
        private final int number;

        private Handler(int number) {
            this.number = number;
        }

        /** How it answers from now on; after some milliseconds, on a thread of its own, unless they are 0. */
        Handler answers(PmixStatus status, int results, int delayMillis) {
            call(
                    "handlers_answer",
                    FunctionDescriptor.ofVoid(INT, INT, INT, INT),
                    number,
                    status.code(),
                    results,
                    delayMillis);
            return this;
        }

        private int seen(int count, int millis) {
            return (int) call("handlers_wait", FunctionDescriptor.of(INT, INT, INT, INT), number, count, millis);
        }

        /** Waits until it has seen so many events, and makes sure that there are no more. */
        List<String> seen(int count) {
            assertThat(seen(count, WAIT_MS)).isGreaterThanOrEqualTo(count);
            int seen = seen(count + 1, 100);
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < seen; i++) {
                MemorySegment line =
                        (MemorySegment) call("handlers_seen", FunctionDescriptor.of(POINTER, INT, INT), number, i);
                lines.add(line.getString(0));
            }
            assertThat(lines).hasSize(count);
            return lines;
        }

        /** The results of the handlers before it, at its only event. */
        String results() {
            String line = seen(1).getFirst();
            return line.substring(line.indexOf(" | ") + 3);
        }
    }
}
