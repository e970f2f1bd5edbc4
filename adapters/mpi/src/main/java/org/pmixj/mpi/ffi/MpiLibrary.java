// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpi.ffi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import org.pmixj.mpi.MpiLibraryException;

/**
 * Finds and opens the library of MPI's standard ABI, once in a process. It must be that of the launcher's MPI, so it is
 * never bundled. It stays loaded until the JVM ends. Safe for use by several threads.
 */
public final class MpiLibrary {
    /** System property that names the library: a path, or a name for the dynamic linker. */
    public static final String PROPERTY = "pmixj.mpi.library";
    /** Environment variable that does the same where the property is not set. */
    public static final String VARIABLE = "PMIXJ_MPI";
    /** The name for the dynamic linker where neither is set; the ABI prescribes it. */
    public static final String DEFAULT_NAME = "libmpi_abi.so.1";

    /** UCX would take the signals by which a JVM learns of null pointers and safepoints. */
    private static final String SIGNALS_OF_UCX = "UCX_ERROR_SIGNALS";

    private MpiLibrary() {}

    // The outcome of the one attempt: a failed one is not repeated, it would fail the same way.
    private static final class Loaded {
        static final SymbolLookup SYMBOLS;
        static final MpiLibraryException FAILURE;

        static {
            SymbolLookup symbols = null;
            MpiLibraryException failure = null;
            try {
                symbols = open(configured());
            } catch (MpiLibraryException e) {
                failure = e;
            }
            SYMBOLS = symbols;
            FAILURE = failure;
        }
    }

    /**
     * Opens the library, or does nothing where it is open.
     *
     * @throws MpiLibraryException if it is not found, is not of the standard ABI, or native access is denied
     */
    public static void load() {
        if (Loaded.FAILURE != null) {
            throw Loaded.FAILURE;
        }
    }

    /** The functions of the library, for the generated code. */
    static SymbolLookup symbols() {
        load();
        return Loaded.SYMBOLS;
    }

    /**
     * {@return whether the library has a function}
     *
     * @param function the C name
     */
    public static boolean has(String function) {
        return symbols().find(function).isPresent();
    }

    /** {@return the name or path by which the library is looked for} */
    public static String configured() {
        String name = System.getProperty(PROPERTY);
        if (name == null || name.isEmpty()) {
            name = System.getenv(VARIABLE);
        }
        return name == null || name.isEmpty() ? DEFAULT_NAME : name;
    }

    /**
     * {@return whether PMIx is initialised in this process, by whatever code} libpmix is looked for by its name, so this
     * is the copy that an MPI library which needs it has loaded.
     */
    public static boolean isPmixInitialized() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment function = SymbolLookup.libraryLookup("libpmix.so.2", arena)
                    .find("PMIx_Initialized")
                    .orElseThrow();
            return new MpiFunction("PMIx_Initialized", function).call() != 0;
        } catch (IllegalArgumentException | NoSuchElementException e) {
            return false;
        }
    }

    private static SymbolLookup open(String name) {
        SymbolLookup symbols;
        try {
            // This throws where native access is denied. Later, the exception would be that of a class that is
            // initialised.
            MemorySegment _ = MemorySegment.NULL.reinterpret(1);
            leaveSignals();
            symbols = name.indexOf('/') < 0
                    ? SymbolLookup.libraryLookup(name, Arena.global())
                    : SymbolLookup.libraryLookup(Path.of(name), Arena.global());
        } catch (IllegalCallerException e) {
            Module module = MpiLibrary.class.getModule();
            throw new MpiLibraryException(
                    "this JVM denies native access to pmixj-mpi; start it with --enable-native-access="
                            + (module.isNamed() ? module.getName() : "ALL-UNNAMED"),
                    e);
        } catch (IllegalArgumentException e) {
            throw new MpiLibraryException(notFound(name), e);
        }
        checkAbi(name, symbols);
        return symbols;
    }

    /** Sets the variable in the environment of the process, where C reads it. It stays as the user has set it. */
    private static void leaveSignals() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment function = Linker.nativeLinker().defaultLookup().findOrThrow("setenv");
            byte[] text = SIGNALS_OF_UCX.getBytes(StandardCharsets.US_ASCII);
            MemorySegment name = arena.allocate(text.length + 1L);
            // A buffer links nothing, but the copy of an array to a segment does, for which a JVM spins classes.
            name.asByteBuffer().put(text);
            int _ = new MpiFunction("setenv", function, ADDRESS, ADDRESS, JAVA_INT)
                    .call(name.address(), arena.allocate(1).address(), 0);
        }
    }

    private static void checkAbi(String name, SymbolLookup symbols) {
        MemorySegment function = symbols.find("MPI_Abi_get_version").orElse(null);
        if (function == null) {
            throw new MpiLibraryException(
                    symbols.find("MPI_Init").isPresent()
                            ? notAbi(name)
                            : "'" + name + "' is a library, but not MPI's: " + "it has no MPI_Init; " + remedy());
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment version = arena.allocate(JAVA_INT, 2);
            IntBuffer numbers =
                    version.asByteBuffer().order(ByteOrder.nativeOrder()).asIntBuffer();
            int status = new MpiFunction("MPI_Abi_get_version", function, ADDRESS, ADDRESS)
                    .call(version.address(), version.address() + JAVA_INT.byteSize());
            int major = numbers.get(0);
            // A library with handles of its own answers -1.
            if (status != 0 || major < 0) {
                throw new MpiLibraryException(notAbi(name));
            }
            if (major != 1) {
                throw new MpiLibraryException("'" + name + "' has version " + major + "." + numbers.get(1)
                        + " of MPI's ABI, but pmixj-mpi knows version 1; " + remedy());
            }
        }
    }

    private static String notAbi(String name) {
        return "'" + name
                + "' is an MPI library, but not of MPI 5's standard ABI: its handles and constants are its own; "
                + remedy();
    }

    private static String notFound(String name) {
        StringBuilder message = new StringBuilder("the library of MPI's standard ABI was not found: ");
        if (name.indexOf('/') >= 0) {
            message.append('\'')
                    .append(name)
                    .append(Files.exists(Path.of(name)) ? "' cannot be loaded here" : "' does not exist");
        } else {
            message.append("the dynamic linker found no loadable '")
                    .append(name)
                    .append('\'');
        }
        return message.append("; ").append(remedy()).toString();
    }

    private static String remedy() {
        return "name the libmpi_abi.so.1 of Open MPI 6, MPICH 5 or newer with -D" + PROPERTY
                + "=PATH or the environment variable " + VARIABLE;
    }
}
