// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.doctor;

import com.grack.nanojson.JsonWriter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.ffi.PmixLibrary;

/** Loads libpmix and starts a session without a launcher, in a JVM of its own, since a wrong library may end it. */
final class LibraryProbe {
    static final String VERSION = "version";
    static final String PATH = "path";
    static final String NAME = "name";
    static final String FAILURE = "failure";
    static final String SESSION_FAILURE = "sessionFailure";

    private static final String FUNCTION = "PMIx_Get_version";

    private LibraryProbe() {}

    /**
     * Writes what it finds to standard output.
     *
     * @param args none
     */
    public static void main(String[] args) {
        Map<String, Object> found = new LinkedHashMap<>();
        try {
            found.put(VERSION, Pmix.libraryVersion());
            String name = name();
            found.put(NAME, name);
            found.put(PATH, path(name, FUNCTION));
            // If libpmix ends the JVM below, this much is known.
            System.out.println(JsonWriter.string(found));
            session(found);
        } catch (PmixException e) {
            found.put(FAILURE, String.valueOf(e.getMessage()));
            findFile(found);
        }
        System.out.println(JsonWriter.string(found));
        System.out.flush();
    }

    private static void session(Map<String, Object> found) {
        try (Pmix pmix = Pmix.init()) {
            found.put("singleton", pmix.isSingleton());
        } catch (PmixException e) {
            found.put(SESSION_FAILURE, String.valueOf(e.getMessage()));
        }
    }

    /** Finds the file of a libpmix that cannot be used, if it can be loaded. */
    private static void findFile(Map<String, Object> found) {
        try {
            found.put(PATH, path(name(), FUNCTION));
        } catch (IllegalArgumentException | NoSuchElementException _) {
            // The message of the failure says which file was not found, or is something else.
        }
    }

    private static String name() {
        String name = System.getProperty(PmixLibrary.PROPERTY, "");
        if (name.isEmpty()) {
            name = System.getenv().getOrDefault(PmixLibrary.VARIABLE, "");
        }
        return name.isEmpty() ? PmixLibrary.DEFAULT_NAME : name;
    }

    /** Returns the file from which a function of the library is mapped. */
    static String path(String name, String function) {
        SymbolLookup library = name.indexOf('/') < 0
                ? SymbolLookup.libraryLookup(name, Arena.global())
                : SymbolLookup.libraryLookup(Path.of(name), Arena.global());
        long address = library.findOrThrow(function).address();
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/maps"))) {
                int dash = line.indexOf('-');
                int end = line.indexOf(' ');
                int file = line.indexOf('/');
                if (file > 0
                        && Long.parseUnsignedLong(line, 0, dash, 16) <= address
                        && address < Long.parseUnsignedLong(line, dash + 1, end, 16)) {
                    return line.substring(file);
                }
            }
        } catch (IOException e) {
            return name;
        }
        return name;
    }
}
