// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.trace;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;

/**
 * Describes an operation to a recording. The kind and the subject are taken from what messages call the operation, such
 * as {@code fence of group 'solvers'}.
 */
public interface Traced {
    /**
     * Describes a notification.
     *
     * @param id the number among the notifications of this process that arrives with it; 0 if there is none
     */
    record Sent(int code, int range, List<ProcId> targets, long id) {}

    /** Describes an operation of this process alone. */
    record Named(String verb, String subject) implements Traced {
        @Override
        public String what() {
            return verb + " of " + subject;
        }
    }

    /** Returns what messages call the operation. */
    String what();

    /** Returns the kind of the operation, such as {@code fence}; empty if it is not to be recorded. */
    default String verb() {
        int end = what().indexOf(" of ");
        return end < 0 ? what() : what().substring(0, end);
    }

    /** Returns on what the operation is, such as the id of a group; empty if that says nothing. */
    default String subject() {
        String what = what();
        int start = what.indexOf(" of ");
        int quote = what.indexOf('\'');
        if (quote >= 0 && what.endsWith("'") && quote < what.length() - 1) {
            return what.substring(quote + 1, what.length() - 1);
        }
        return start < 0 ? "" : what.substring(start + 4);
    }

    /** Returns the processes that call a collective operation; empty if the operation is of this process alone. */
    default List<ProcId> participants() {
        return List.of();
    }

    /** Returns the notification that the operation sends, or null. Asked when the operation has ended. */
    default @Nullable Sent sent() {
        return null;
    }
}
