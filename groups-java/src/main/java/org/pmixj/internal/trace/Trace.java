// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.trace;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.pmixj.internal.base.Log;

/** Holds the tracer of this process. */
public final class Trace {
    /** Creates the tracer even if no recording runs at the start of the session, for one that starts later. */
    private static final String PROPERTY = "pmixj.jfr";

    private static @Nullable Recorder recorder;

    // Set before libpmix is initialised, and never again.
    private static @Nullable Tracer tracer;

    /** Creates the tracer when a recording runs, so that its classes are not loaded before. */
    public interface Recorder {
        @Nullable
        Tracer create();
    }

    private Trace() {}

    /** Returns the tracer, or null if nothing is recorded. */
    public static @Nullable Tracer tracer() {
        return tracer;
    }

    /** Sets what creates the tracer of this process. */
    public static void recorder(Recorder used) {
        recorder = used;
    }

    /** Sets the tracer, for all that follows in this process. */
    public static void use(@Nullable Tracer used) {
        tracer = used;
    }

    /** Creates the tracer, if there is a recording. */
    public static void start() {
        Recorder from = recorder;
        if (from != null && isMissing()) {
            try {
                use(from.create());
            } catch (LinkageError e) {
                Log.warning("nothing is recorded, because this Java runtime lacks the module jdk.jfr");
            }
        }
    }

    /** Starts the record of an operation, which the caller ends; {@link Span#NONE} if nothing is recorded. */
    public static Span begin(Traced operation) {
        Tracer to = tracer;
        return to == null ? Span.NONE : to.begin(operation);
    }

    /** Records an operation of this process alone, which ends with a future. */
    public static void follow(String verb, String subject, CompletableFuture<?> done) {
        Tracer to = tracer;
        if (to != null) {
            Span span = to.begin(new Traced.Named(verb, subject));
            CompletableFuture<?> _ = done.whenComplete((_, failure) -> span.ended(failure));
        }
    }

    /**
     * Returns whether a tracer is missing: a recording runs, or is announced. A package that no class was loaded of is
     * none to the JVM, so this loads no class of the recorder, and takes less than a microsecond.
     */
    @SuppressWarnings("deprecation") // the caution is about packages that two class loaders define
    private static boolean isMissing() {
        return tracer == null && (Package.getPackage("jdk.jfr.internal") != null || Boolean.getBoolean(PROPERTY));
    }
}
