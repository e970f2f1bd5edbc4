// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.ValueType;
import org.pmixj.it.support.Launched;

/** A JVM sets the locale of its user for C, in which libpmix writes and reads floating-point numbers as text. */
class DecimalCommaIT {
    private static final int LC_NUMERIC = 1;

    /** Describes numbers with a comma, as Germany and France write them. */
    private static final String NUMERIC = """
            comment_char %
            escape_char /
            LC_NUMERIC
            decimal_point "<U002C>"
            thousands_sep ""
            grouping -1
            END LC_NUMERIC
            """;

    private static final String CHARACTERS = """
            <code_set_name> ANSI_X3.4-1968
            <comment_char> %
            <escape_char> /
            CHARMAP
            <U0000>..<U007F> /x00 ASCII
            END CHARMAP
            """;

    @TempDir
    Path work;

    static final class Main {
        private static final Key<Double> NUMBER = Key.of("it.number", ValueType.DOUBLE);
        private static final Key<Float> SMALL = Key.of("it.small", ValueType.FLOAT);

        public static void main(String[] args) throws Throwable {
            System.out.println("with " + Pmix.libraryVersion());
            setLocaleOfUser();
            try (Pmix pmix = Pmix.init()) {
                ProcId other = pmix.job().member(1 - pmix.self().rank());
                pmix.put(Scope.GLOBAL, NUMBER, 2.5);
                pmix.put(Scope.GLOBAL, SMALL, 0.75f);
                pmix.commit();
                pmix.fence();
                System.out.println("rank " + pmix.self().rank() + " has " + pmix.get(other, NUMBER) + " and "
                        + pmix.get(other, SMALL));
            }
        }
    }

    /** Does what a user interface in C does at its start, after libpmix was loaded. */
    private static void setLocaleOfUser() throws Throwable {
        MemorySegment function =
                Linker.nativeLinker().defaultLookup().find("setlocale").orElseThrow();
        MethodHandle setLocale = Linker.nativeLinker()
                .downcallHandle(
                        function,
                        FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = (MemorySegment) setLocale.invokeExact(LC_NUMERIC, arena.allocateFrom(""));
            assertThat(name.reinterpret(100).getString(0)).isEqualTo("comma");
        }
    }

    @Test
    void numbersArriveAsTheyAre() throws Exception {
        Launched.needsLauncher();
        Files.writeString(work.resolve("numeric"), NUMERIC);
        Files.writeString(work.resolve("characters"), CHARACTERS);
        // It warns of the parts that are missing.
        String script = "cd \"${0%/*}\" || exit\n"
                + "localedef -c -i ./numeric -f ./characters --no-archive ./comma >localedef.out 2>&1\n"
                + "unset LC_ALL\n"
                + "export LOCPATH=$PWD LC_CTYPE=C.UTF-8 LC_NUMERIC=comma\n"
                // Fails unless the locale is in force.
                + "bash -c 'printf \"it is %.1f here\\n\" 1,5' || exit\n"
                + "exec \"$@\"\n";
        Files.writeString(work.resolve("in-locale"), script);
        List<String> command = new ArrayList<>(List.of(
                "bash",
                work.resolve("in-locale").toString(),
                "prterun",
                "-x",
                "LOCPATH",
                "-x",
                "LC_NUMERIC",
                "-x",
                "LC_CTYPE",
                "-n",
                "2"));
        command.addAll(Launched.java(Main.class));
        Launched job = Launched.run(work, command, Map.of());
        assertThat(job.output())
                .contains(
                        "it is 1,5 here",
                        "the locale of numbers was changed",
                        "rank 0 has 2.5 and 0.75",
                        "rank 1 has 2.5 and 0.75");
        assertThat(job.exit()).isZero();
    }
}
