// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.host;

import java.util.List;
import org.pmixj.Attributes;
import org.pmixj.Keys;
import org.pmixj.ProcId;

/** Checks the arguments of requests to the host. */
final class HostChecks {
    private HostChecks() {}

    static void log(Attributes data, Attributes directives) {
        if (data.isEmpty()) {
            throw new IllegalArgumentException("log: there is nothing to log; give a channel such as Keys.LOG_STDERR");
        }
        for (int priority : directives.all(Keys.LOG_SYSLOG_PRI)) {
            if (priority < 0 || priority > 7) {
                throw new IllegalArgumentException("log: there is no priority " + priority + "; give 0 to 7");
            }
        }
    }

    /** Checks that there is something to do, and the signals: PRRTE reports success for one that does not exist. */
    static void job(List<ProcId> targets, Attributes directives) {
        if (directives.isEmpty()) {
            throw new IllegalArgumentException("job control: there is nothing to do; give a directive");
        }
        for (int signal : directives.all(Keys.JOB_CTRL_SIGNAL)) {
            if (signal < 1 || signal > 64) {
                throw new IllegalArgumentException("signal " + signal + " does not exist; give 1 to 64");
            }
        }
        if (targets.isEmpty() && directives.contains(Keys.JOB_CTRL_KILL)) {
            // Without targets the host would kill the whole job of the caller.
            throw new IllegalArgumentException("job control: a kill needs targets; name the processes");
        }
    }
}
