// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.ffi;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Whether Open MPI is in this process, and whether it is initialised. Version 6 does not find out who it is where somebody else has
 * initialised PMIx before it, and aborts the process.
 */
public final class OpenMpi {
    private static final Path MAPS = Path.of("/proc/self/maps");
    private static final String LIBRARY = "/libmpi.so";
    /** Of Open MPI alone. */
    private static final String OWN = "ompi_mpi_comm_world";
    /** MPI_MAX_LIBRARY_VERSION_STRING, and more. */
    private static final int VERSION_BYTES = 4096;

    private static final String IDENT = "ident: ";

    private OpenMpi() {}

    /**
     * Looks for it.
     *
     * @return the path of its library if that is loaded and {@code MPI_Init} was not called, or null
     */
    public static @Nullable String uninitialized() {
        String library = library();
        return library != null && isUninitialized(library) ? library : null;
    }

    // No pattern: a start has no time to load those.
    private static @Nullable String library() {
        String maps;
        try {
            maps = new String(Files.readAllBytes(MAPS), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return null;
        }
        int name = maps.indexOf(LIBRARY);
        if (name < 0) {
            return null;
        }
        // The path is the last thing of its line, and may have blanks.
        int begin = maps.indexOf('/', maps.lastIndexOf('\n', name) + 1);
        int end = maps.indexOf('\n', name);
        return maps.substring(begin, end < 0 ? maps.length() : end);
    }

    private static boolean isUninitialized(String library) {
        try (Arena arena = Arena.ofConfined()) {
            SymbolLookup symbols = SymbolLookup.libraryLookup(library, arena);
            return symbols.find(OWN).isPresent() && isFalse(symbols, "MPI_Initialized", arena);
        } catch (Throwable e) {
            // Deleted since it was loaded, or not what it is called.
            return false;
        }
    }

    private static boolean isFalse(SymbolLookup symbols, String function, Arena arena) throws Throwable {
        MemorySegment flag = arena.allocate(ValueLayout.JAVA_INT);
        int status = (int) Linker.nativeLinker()
                .downcallHandle(
                        symbols.findOrThrow(function), FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS))
                .invokeExact(flag);
        return status == 0 && flag.get(ValueLayout.JAVA_INT, 0) == 0;
    }

    /**
     * Looks for it, and asks for its version.
     *
     * @return such as 6.0.0rc2, or null if it is not in this process, was not initialised, or was finalized
     */
    public static @Nullable String initialized() {
        String library = library();
        if (library == null) {
            return null;
        }
        try (Arena arena = Arena.ofConfined()) {
            SymbolLookup symbols = SymbolLookup.libraryLookup(library, arena);
            return symbols.find(OWN).isEmpty()
                            || isFalse(symbols, "MPI_Initialized", arena)
                            || !isFalse(symbols, "MPI_Finalized", arena)
                    ? null
                    : version(symbols, arena);
        } catch (Throwable e) {
            return null;
        }
    }

    private static String version(SymbolLookup symbols, Arena arena) throws Throwable {
        MemorySegment text = arena.allocate(VERSION_BYTES);
        int status = (int) Linker.nativeLinker()
                .downcallHandle(
                        symbols.findOrThrow("MPI_Get_library_version"),
                        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS))
                .invokeExact(text, arena.allocate(ValueLayout.JAVA_INT));
        String words = text.getString(0);
        int begin = words.indexOf(IDENT) + IDENT.length();
        int end = words.indexOf(',', begin);
        if (status != 0 || begin < IDENT.length() || end < 0) {
            throw new IllegalStateException("no version in " + words);
        }
        return words.substring(begin, end);
    }
}
