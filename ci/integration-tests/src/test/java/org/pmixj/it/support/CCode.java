// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compiles the C halves of tests, {@code native/tests}: programs, and libraries loaded into this process. */
public final class CCode {
    /** The wrappers of a compiler. Open MPI's is around that of libpmix. */
    public enum Compiler {
        PMIX("pmixcc"),
        MPI("mpicc");

        private final String command;

        Compiler(String command) {
            this.command = command;
        }
    }

    /** The directory of compiled files. */
    private static final Path MADE = Path.of("target", "native-tests").toAbsolutePath();

    private static final AddressLayout TEXT =
            ValueLayout.ADDRESS.withTargetLayout(MemoryLayout.sequenceLayout(Long.MAX_VALUE, ValueLayout.JAVA_BYTE));

    private final SymbolLookup symbols;

    private CCode(SymbolLookup symbols) {
        this.symbols = symbols;
    }

    /** Returns the path of a source. */
    public static String source(String name) {
        return Path.of("../../native/tests", name).toAbsolutePath().normalize().toString();
    }

    /** Compiles with {@code pmixcc}. */
    public static synchronized void compile(Path work, String... arguments) throws Exception {
        compile(Compiler.PMIX, work, arguments);
    }

    /** Compiles, or copies the result of the same compilation in another rank, test or run. */
    public static synchronized void compile(Compiler compiler, Path work, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(compiler.command, "-Wall", "-Wextra", "-Werror"));
        command.addAll(Arrays.asList(arguments));
        Path output = Path.of(command.get(command.indexOf("-o") + 1));
        Files.createDirectories(MADE);
        Path made = MADE.resolve(key(compiler, command, output));
        try (FileChannel lock =
                        FileChannel.open(Path.of(made + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock _ = lock.lock()) {
            if (Files.exists(made)) {
                Files.copy(made, output, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
                return;
            }
            Launched run = Launched.run(work, command, Map.of("OMPI_CC", Compiler.PMIX.command));
            assertThat(run.exit()).as(run.output()).isZero();
            Path copy = Path.of(made + ".part");
            Files.copy(output, copy, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
            Files.move(copy, made, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /**
     * Returns the compiler and the time of its installation, the options, and the content of all files, headers
     * included.
     */
    private static String key(Compiler compiler, List<String> command, Path output) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (String folder : System.getenv("PATH").split(":")) {
            Path found = Path.of(folder, compiler.command);
            if (Files.exists(found)) {
                digest.update((found + " " + Files.getLastModifiedTime(found)).getBytes(StandardCharsets.UTF_8));
            }
        }
        for (String argument : command) {
            Path file = Path.of(argument);
            if (!file.equals(output)) {
                boolean isInput = file.isAbsolute() && Files.isRegularFile(file);
                digest.update(isInput ? Files.readAllBytes(file) : argument.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            }
        }
        // Any of these may be included by what is compiled.
        try (Stream<Path> files = Files.walk(Path.of(source("")))) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                digest.update(Files.readAllBytes(file));
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Compiles a source of {@code native/tests} by itself: for OpenMP, the runtime of which is that of the link. */
    public static String object(Compiler compiler, Path work, String source, List<String> flags) throws Exception {
        String object = work.resolve(source + ".o").toString();
        List<String> all = new ArrayList<>(List.of("-fPIC", "-c", "-o", object, source(source)));
        all.addAll(flags);
        compile(compiler, work, all.toArray(String[]::new));
        return object;
    }

    /**
     * Compiles a source to a library and loads it. Each rank of a job has its own.
     *
     * @param flags to compile with
     * @param libraries to link with
     */
    public static CCode load(Compiler compiler, Path work, String source, List<String> flags, String... libraries)
            throws Exception {
        Path directory = Files.createTempDirectory(work, "library");
        Path library = directory.resolve("libtest.so");
        List<String> all = new ArrayList<>(
                List.of("-shared", "-o", library.toString(), object(compiler, directory, source, flags)));
        all.addAll(Arrays.asList(libraries));
        compile(compiler, directory, all.toArray(String[]::new));
        return new CCode(SymbolLookup.libraryLookup(library, Arena.global()));
    }

    /** Calls a function of int. Arguments are ints, longs, arrays of ints and texts. */
    public int call(String name, Object... arguments) {
        return (int) invoke(name, ValueLayout.JAVA_INT, arguments);
    }

    /** Calls a function of char pointer. */
    String text(String name, Object... arguments) {
        return ((MemorySegment) invoke(name, TEXT, arguments)).getString(0);
    }

    /** Calls a function without a result. */
    void run(String name, Object... arguments) {
        invoke(name, null, arguments);
    }

    private Object invoke(String name, @Nullable MemoryLayout result, Object... arguments) {
        try (Arena arena = Arena.ofConfined()) {
            MemoryLayout[] types = new MemoryLayout[arguments.length];
            Object[] values = new Object[arguments.length];
            for (int i = 0; i < arguments.length; i++) {
                values[i] = switch (arguments[i]) {
                    case String text -> arena.allocateFrom(text);
                    case int[] numbers -> arena.allocateFrom(ValueLayout.JAVA_INT, numbers);
                    default -> arguments[i];
                };
                types[i] = switch (values[i]) {
                    case Integer _ -> ValueLayout.JAVA_INT;
                    case Long _ -> ValueLayout.JAVA_LONG;
                    default -> ValueLayout.ADDRESS;
                };
            }
            return Linker.nativeLinker()
                    .downcallHandle(
                            symbols.findOrThrow(name),
                            result == null ? FunctionDescriptor.ofVoid(types) : FunctionDescriptor.of(result, types))
                    .invokeWithArguments(values);
        } catch (Throwable e) {
            throw new AssertionError(name, e);
        }
    }
}
