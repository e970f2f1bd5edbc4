// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.base.Patience;
import org.pmixj.internal.base.ProcFile;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.data.LocalGet;

/**
 * Warns if PRRTE was not started with the options by which it reports failed processes. No key of PMIx says so; but if
 * the launcher runs on this node, its command line can be read. Otherwise, and for a job that another job has spawned,
 * nothing is known, and there is no warning.
 */
record LauncherSettings(Session session, boolean survives) implements Runnable {
    // Between a rank and its launcher there may be shells and tools.
    private static final int ANCESTORS = 8;
    private static final AtomicBoolean LOOKED = new AtomicBoolean();
    private static final AtomicBoolean LOOKED_FOR_SURVIVORS = new AtomicBoolean();

    /**
     * Logs missing options once, a second later, and returns at once: a job that has ended by then does not pay for it.
     *
     * @param survives whether a group is to go on without members that die, for which the job has to
     */
    static void warnOnce(Session session, boolean survives) {
        AtomicBoolean looked = survives ? LOOKED_FOR_SURVIVORS : LOOKED;
        if (!looked.get() && Defect.FAILURE_UNREPORTED.isHere() && looked.compareAndSet(false, true)) {
            session.timers.later(Patience.GRACE, new LauncherSettings(session, survives));
        }
    }

    @Override
    public void run() {
        if (isSpawned()) {
            return;
        }
        List<String> command = launcher();
        if (command.isEmpty() || !isSilent(command)) {
            return;
        }
        if (survives && !isRecoverable(command)) {
            Log.warning(
                    "the launcher ends the job when one of its processes fails, although a group is to go on: it was"
                            + " started without --runtime-options recoverable,notifyerrors");
        } else if (!survives && isRecoverable(command)) {
            Log.warning(
                    "the launcher notifies nobody of failed members of groups: it was started with --runtime-options"
                            + " recoverable, and without notifyerrors. Their groups keep them until a collective has waited for"
                            + " them for a second");
        }
    }

    private boolean isSpawned() {
        try {
            ProcId self = session.self();
            return LocalGet.get(session, self, PMIxConstants.PMIX_PARENT_ID().getString(0), LocalGet.plain()) != null;
        } catch (RuntimeException e) {
            // The session has ended already.
            return true;
        }
    }

    /** Returns the command line of the nearest ancestor that is a launcher; empty if there is none that can be read. */
    private static List<String> launcher() {
        try {
            String process = parent("self");
            for (int i = 0; i < ANCESTORS && !process.equals("0"); i++) {
                // Each word ends with a zero.
                String line = ProcFile.read(process, "cmdline");
                if (isLauncher(line.substring(0, Math.max(0, line.indexOf('\0'))))) {
                    return List.of(line.split("\0", -1));
                }
                process = parent(process);
            }
        } catch (IOException e) {
            // The process belongs to another user, or there is no /proc.
        }
        return List.of();
    }

    /** Returns the number of a process's parent: the second word after the program's name, which may have blanks. */
    private static String parent(String process) throws IOException {
        String stat = ProcFile.read(process, "stat");
        int state = stat.lastIndexOf(')') + 2;
        int number = stat.indexOf(' ', state) + 1;
        return stat.substring(number, stat.indexOf(' ', number));
    }

    /** Returns whether a program starts one job, from its own command line. */
    static boolean isLauncher(String program) {
        String name = program.substring(program.lastIndexOf('/') + 1);
        return name.equals("prterun") || name.equals("mpirun") || name.equals("mpiexec");
    }

    /** Returns whether the job goes on when one of its processes dies. */
    static boolean isRecoverable(List<String> command) {
        return command.stream().anyMatch(word -> word.toLowerCase(Locale.ROOT).contains("recoverable"));
    }

    /** Returns whether no option has the launcher notify. Any word that resembles the option counts. */
    static boolean isSilent(List<String> command) {
        String loud = ".*notify_?errors.*|--tune.*|--with-ft";
        return command.stream().noneMatch(word -> word.toLowerCase(Locale.ROOT).matches(loud));
    }
}
