// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.ffi;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.ProcFile;

/**
 * Finds out whether Open MPI is in this process, and whether it is initialised. Version 6 fails to determine its rank
 * if PMIx was initialised before it, and aborts the process.
 */
public final class OpenMpi {
    private static final String LIBRARY = "/libmpi.so";
    /** A symbol that only Open MPI has. */
    private static final String OWN = "ompi_mpi_comm_world";
    // At least MPI_MAX_LIBRARY_VERSION_STRING.
    private static final int VERSION_BYTES = 4096;
    private static final String IDENT = "ident: ";

    private OpenMpi() {}

    /** Returns the path of Open MPI's library if it is loaded and {@code MPI_Init} was not called, otherwise null. */
    public static @Nullable String uninitialized() {
        String library = library();
        return library != null && isUninitialized(library) ? library : null;
    }

    // No regular expression: loading its classes delays the start.
    private static @Nullable String library() {
        String maps;
        try {
            maps = ProcFile.read("self", "maps");
        } catch (IOException e) {
            return null;
        }
        int name = maps.indexOf(LIBRARY);
        if (name < 0) {
            return null;
        }
        // The path ends its line, and may have blanks.
        int begin = maps.indexOf('/', maps.lastIndexOf('\n', name) + 1);
        int end = maps.indexOf('\n', name);
        return maps.substring(begin, end < 0 ? maps.length() : end);
    }

    private static boolean isUninitialized(String library) {
        try (Arena arena = Arena.ofConfined()) {
            SymbolLookup symbols = SymbolLookup.libraryLookup(library, arena);
            return symbols.find(OWN).isPresent() && isFalse(symbols, "MPI_Initialized", arena);
        } catch (Throwable e) {
            // The file was deleted after it was loaded, or is another library.
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

    /** Returns the version of Open MPI, such as 6.0.0rc2; null if it is not loaded, not initialised, or finalized. */
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
            throw new IllegalStateException("MPI_Get_library_version returned no version: " + words);
        }
        return words.substring(begin, end);
    }
}
