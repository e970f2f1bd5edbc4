// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpj;

import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** MPJ Express on the class path. It is not compiled against: it is in no Maven repository. */
final class MpjExpress {
    private final Method initialized;
    private final Field world;

    private MpjExpress(Method initialized, Field world) {
        this.initialized = initialized;
        this.world = world;
    }

    /** Finds it, or throws if it is not there. */
    static MpjExpress find() {
        try {
            Class<?> mpi = Class.forName("mpi.MPI", false, ClassLoader.getSystemClassLoader());
            return new MpjExpress(mpi.getMethod("Initialized"), mpi.getField("COMM_WORLD"));
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IllegalStateException(
                    "MPJ Express cannot be used: " + e + "; add its mpj.jar and log4j-1.2.jar to the class path", e);
        }
    }

    /** Returns whether the program has called {@code MPI.Init} and then {@code MPI.Finalize}. */
    boolean isFinalized() {
        try {
            // Finalize resets the first and keeps the second.
            return !(boolean) initialized.invoke(null) && world.get(null) != null;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this is not the mpi.MPI of MPJ Express: " + e, e);
        }
    }
}
