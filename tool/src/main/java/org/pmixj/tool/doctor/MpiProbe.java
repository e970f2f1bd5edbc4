// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.doctor;

import com.grack.nanojson.JsonWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.pmixj.mpi.Mpi;
import org.pmixj.mpi.MpiLibraryException;

/** Loads the MPI library that {@code pmixj-mpi} takes, and initialises nothing, in a JVM of its own, which it may end. */
final class MpiProbe {
    private MpiProbe() {}

    /**
     * Writes what it finds to standard output.
     *
     * @param args none
     */
    public static void main(String[] args) {
        Map<String, Object> found = new LinkedHashMap<>();
        found.put(LibraryProbe.NAME, Mpi.library());
        try {
            found.put(LibraryProbe.VERSION, Mpi.libraryVersion());
            found.put(LibraryProbe.PATH, LibraryProbe.path(Mpi.library(), "MPI_Get_library_version"));
        } catch (MpiLibraryException e) {
            found.put(LibraryProbe.FAILURE, String.valueOf(e.getMessage()));
        }
        System.out.println(JsonWriter.string(found));
        System.out.flush();
    }
}
