// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.pmixj.ProcId;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.base.Log;
import org.pmixj.internal.call.Dispatcher;
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
     * Logs missing options once, and returns at once.
     *
     * @param survives whether a group is to go on without members that die, for which the job has to
     */
    static void warnOnce(Session session, boolean survives) {
        AtomicBoolean looked = survives ? LOOKED_FOR_SURVIVORS : LOOKED;
        if (!looked.get() && Defect.FAILURE_UNREPORTED.isHere() && looked.compareAndSet(false, true)) {
            Dispatcher.apart(new LauncherSettings(session, survives));
        }
    }

    @Override
    public void run() {
        if (isSpawned()) {
            return;
        }
        for (List<String> command : ancestors()) {
            if (isLauncher(command.getFirst())) {
                if (!isSilent(command)) {
                    return;
                }
                if (survives && !isRecoverable(command)) {
                    Log.warning(
                            "the launcher ends the job when one of its processes fails, although a group is to go on: it"
                                    + " was started without --rtos recoverable,notifyerrors");
                } else if (!survives && isRecoverable(command)) {
                    Log.warning("the launcher notifies nobody of failed members of groups: it was started with --rtos"
                            + " recoverable, and without notifyerrors. Their groups keep them until a collective has waited"
                            + " for them for a second");
                }
                return;
            }
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

    private static List<List<String>> ancestors() {
        List<List<String>> commands = new ArrayList<>();
        Optional<ProcessHandle> ancestor = ProcessHandle.current().parent();
        for (int i = 0; i < ANCESTORS && ancestor.isPresent(); i++) {
            List<String> command = command(ancestor.get().pid());
            if (!command.isEmpty()) {
                commands.add(command);
            }
            ancestor = ancestor.get().parent();
        }
        return commands;
    }

    private static List<String> command(long pid) {
        try {
            byte[] line = Files.readAllBytes(Path.of("/proc/" + pid + "/cmdline"));
            List<String> words = new ArrayList<>();
            int begin = 0;
            for (int i = 0; i < line.length; i++) {
                if (line[i] == 0) {
                    words.add(new String(line, begin, i - begin, StandardCharsets.UTF_8));
                    begin = i + 1;
                }
            }
            return words;
        } catch (IOException e) {
            // The process belongs to another user, or there is no /proc.
            return List.of();
        }
    }

    /** Returns whether a program starts one job, from its own command line. */
    static boolean isLauncher(String program) {
        String name = program.substring(program.lastIndexOf('/') + 1);
        return name.equals("prterun") || name.equals("mpirun") || name.equals("mpiexec");
    }

    /** Returns whether the job goes on when one of its processes dies. */
    static boolean isRecoverable(List<String> command) {
        for (String word : command) {
            if (word.toLowerCase(Locale.ROOT).contains("recoverable")) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether no option has the launcher notify. Any word that resembles the option counts. */
    static boolean isSilent(List<String> command) {
        for (String word : command) {
            String lower = word.toLowerCase(Locale.ROOT);
            if (lower.contains("notifyerrors") || lower.contains("notify_errors") || lower.startsWith("--tune")) {
                return false;
            }
        }
        return true;
    }
}
