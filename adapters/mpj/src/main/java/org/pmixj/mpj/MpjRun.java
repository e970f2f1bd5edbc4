// SPDX-License-Identifier: Apache-2.0
package org.pmixj.mpj;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Optional;
import java.util.stream.Stream;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixException;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.Scope;
import org.pmixj.Statuses;
import org.pmixj.ValueType;
import org.pmixj.event.Event;
import org.pmixj.event.EventDetail;
import org.pmixj.event.EventOutcome;

/**
 * Runs a program for MPJ Express as one rank of a PMIx job. The program is used as it is: its {@code main} gets the
 * arguments that MPJ Express's own launcher passes, and calls {@code MPI.Init} with them.
 *
 * <pre>{@code
 * prterun -n 4 -x MPJ_HOME=/usr/share/mpj java --enable-native-access=ALL-UNNAMED \
 *     -cp 'adapters/mpj/target/lib/*:/usr/share/java/mpj.jar:/usr/share/java/log4j-1.2.jar:CLASSES' \
 *     org.pmixj.mpj.MpjRun PROGRAM ARGUMENT...
 * }</pre>
 *
 * <p>The rank of a process is its PMIx rank. Messages pass between the processes by MPJ Express's {@code niodev}, over
 * TCP, with the hostnames that PMIx reports.
 *
 * <p>A process has ended well if it has called {@code MPI.Finalize}, whether its {@code main} returns or it calls
 * {@code System.exit} afterwards. Any other end ends the whole job, and so does the loss of the launcher.
 */
public final class MpjRun {
    private static final Key<String> CONFIGURATION = Key.of("org.pmixj.mpj.configuration", ValueType.STRING);

    private MpjRun() {}

    /**
     * Runs one rank.
     *
     * @param args the name of the class of the program, and its arguments
     * @throws Throwable what the {@code main} of the program throws
     */
    public static void main(String[] args) throws Throwable {
        if (args.length == 0) {
            throw new IllegalArgumentException(
                    "no program is given; usage: java org.pmixj.mpj.MpjRun CLASS ARGUMENT...");
        }
        MpjExpress mpj = MpjExpress.find();
        Method program = mainOf(args[0]);

        Pmix pmix = Pmix.init();
        // The program may end by System.exit, or by the end of a thread other than this one.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> closeIfFinalized(pmix, mpj), "pmixj-mpj-close"));
        endWithTheJob(pmix);
        String[] arguments = arguments(pmix, args);
        try {
            program.invoke(null, (Object) arguments);
        } catch (InvocationTargetException e) {
            // It is uncaught, and aborts the job.
            throw e.getCause();
        }
        if (!mpj.isFinalized()) {
            // Threads of MPJ Express would keep this process alive for ever.
            throw new IllegalStateException(args[0] + ": main returned without MPI.Finalize; call it after MPI.Init");
        }
    }

    private static Method mainOf(String program) {
        try {
            Method main = Class.forName(program, false, ClassLoader.getSystemClassLoader())
                    .getMethod("main", String[].class);
            if (Modifier.isStatic(main.getModifiers()) && main.trySetAccessible()) {
                return main;
            }
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(
                    "there is no class " + program + " on the class path; add its folder or JAR", e);
        } catch (NoSuchMethodException e) {
            // Reported below.
        }
        throw new IllegalArgumentException(
                program + " has no public static void main(String[]); name the class that has it");
    }

    /** Returns what MPJ Express's own launcher passes to a program: rank, configuration, device, the program's own. */
    private static String[] arguments(Pmix pmix, String[] args) throws IOException {
        Rendezvous.putAddresses(pmix);
        pmix.commit();
        pmix.fence();
        if (pmix.self().rank() == 0) {
            pmix.put(Scope.GLOBAL, CONFIGURATION, Rendezvous.open(pmix));
            pmix.commit();
        }
        pmix.fence();
        String configuration = pmix.get(pmix.job().member(0), CONFIGURATION);
        return Stream.concat(
                        Stream.of(Integer.toString(pmix.self().rank()), configuration, "niodev"),
                        Stream.of(args).skip(1))
                .toArray(String[]::new);
    }

    /**
     * Ends this process when another one fails in a recoverable job, or when the daemon of this node is lost. No MPI
     * operation would notice.
     */
    private static void endWithTheJob(Pmix pmix) {
        PmixStatus[] ends = Stream.concat(
                        Stream.of(EventDetail.ProcessTerminated.codes()), Stream.of(Statuses.ERR_LOST_CONNECTION))
                .toArray(PmixStatus[]::new);
        pmix.events().on(ends).register(event -> {
            if (isTrue(pmix, event)) {
                String source = event.source().map(ProcId::toString).orElse("the launcher");
                System.err.println(pmix.self() + ": ends, because MPI cannot go on: " + event.code() + " of " + source);
                Runtime.getRuntime().halt(1);
            }
            return EventOutcome.partial();
        });
    }

    /** Returns whether an event is true. Any process can send it; PRRTE reports an end in the name of who has ended. */
    private static boolean isTrue(Pmix pmix, Event event) {
        if (event.detail() instanceof EventDetail.ProcessTerminated end) {
            return end.proc().nspace().equals(pmix.self().nspace())
                    && event.source().equals(Optional.of(end.proc()));
        }
        try {
            pmix.queries().namespaces();
            return false;
        } catch (PmixException e) {
            return true;
        }
    }

    /** Closes the session, unless MPI is not finalized: the launcher then ends the job. */
    private static void closeIfFinalized(Pmix pmix, MpjExpress mpj) {
        if (mpj.isFinalized()) {
            pmix.close();
        }
    }
}
