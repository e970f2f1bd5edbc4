// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi.ffi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The generated classes against the headers of both MPIs, as {@code native/mpi-abi-probe.c} prints them. */
class MpiAbiProbeIT {
    private static final Path GENERATED = Path.of("src/main/java/org/pmixj/mpi/ffi/MPI.java");
    private static final Pattern PROTOTYPE = Pattern.compile("\\* ((?:int|double) MPI_\\w+\\([^\n]*\\))\n");

    @TempDir
    Path work;

    @ParameterizedTest
    @ValueSource(strings = {"openmpi/include/standard_abi", "mpi_abi_mpich/include"})
    void everyConstantAndPrototypeIsThatOfTheHeader(String folder) throws Exception {
        Path header = header(folder);
        assumeTrue(
                header != null || Boolean.getBoolean("pmixj.required"),
                "not run: there is no " + folder + "/mpi.h here");
        assertThat(header).as(folder).isNotNull();
        Set<String> facts = facts(work);
        assertThat(facts).hasSizeGreaterThan(100).contains("constant MPI_COMM_WORLD 257");
        Files.writeString(work.resolve("mpi-abi-prototypes.h"), String.join(";\n", prototypes()) + ";\n");
        Path program = work.resolve("probe");
        List<String> _ = run(
                "gcc",
                "-Wall",
                "-Werror",
                "-I",
                work.toString(),
                "-I",
                header.getParent().toString(),
                "-o",
                program.toString(),
                Path.of("../../native/mpi-abi-probe.c")
                        .toAbsolutePath()
                        .normalize()
                        .toString());
        assertThat(new TreeSet<>(run(program.toString()))).isEqualTo(facts);
    }

    @Test
    void everyFunctionHasAPrototype() throws Exception {
        Set<String> functions = new TreeSet<>();
        for (Method method : MPI.class.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers()) && !method.getName().contains("$")) {
                functions.add(method.getName());
            }
        }
        assertThat(prototypes().stream().map(each -> each.replaceFirst("\\w+ (\\w+)\\(.*", "$1")))
                .hasSizeGreaterThan(100)
                .containsExactlyInAnyOrderElementsOf(functions);
    }

    private static Path header(String folder) throws Exception {
        try (Stream<Path> architectures = Files.list(Path.of("/usr/lib"))) {
            return architectures
                    .map(each -> each.resolve(folder).resolve("mpi.h"))
                    .filter(Files::exists)
                    .findFirst()
                    .orElse(null);
        }
    }

    private static Set<String> prototypes() throws Exception {
        Set<String> prototypes = new TreeSet<>();
        Matcher found = PROTOTYPE.matcher(Files.readString(GENERATED));
        while (found.find()) {
            prototypes.add(found.group(1));
        }
        return prototypes;
    }

    /** Returns what the generated classes say, and writes the C source that asks the header for the same. */
    private static Set<String> facts(Path folder) throws Exception {
        Set<String> facts = new TreeSet<>();
        List<String> symbols = new ArrayList<>();
        for (Method method : MPIConstants.class.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers()) && method.getName().startsWith("MPI_")) {
                Object value = method.invoke(null);
                long number = value instanceof MemorySegment handle ? handle.address() : ((Number) value).longValue();
                facts.add("constant " + method.getName() + " " + number);
                symbols.add("NUMBER(" + method.getName() + ")");
            }
        }
        facts.add("struct MPI_Status " + MPI_Status.sizeof() + " "
                + MPI_Status.layout().byteAlignment());
        symbols.add("STRUCT(MPI_Status)");
        for (String member : List.of("MPI_SOURCE", "MPI_TAG", "MPI_ERROR", "MPI_internal")) {
            Object offset = MPI_Status.class.getMethod(member + "$offset").invoke(null);
            facts.add("member MPI_Status." + member + " " + offset);
            symbols.add("MEMBER(MPI_Status, " + member + ")");
        }
        Files.writeString(folder.resolve("mpi-abi-symbols.h"), String.join("\n", symbols) + "\n");
        return facts;
    }

    private List<String> run(String... command) throws Exception {
        Path output = work.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        int status = process.waitFor();
        assertThat(status).as(Files.readString(output)).isZero();
        return Files.readAllLines(output);
    }
}
