// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.rank;

/** Stands for an exception that cannot be serialised: its text, stack trace and causes, but not its type. */
final class ThrowableReplica extends AssertionError {
    private static final long serialVersionUID = 1;

    ThrowableReplica(Throwable original) {
        super(original.toString(), original.getCause() == null ? null : new ThrowableReplica(original.getCause()));
        setStackTrace(original.getStackTrace());
        for (Throwable suppressed : original.getSuppressed()) {
            addSuppressed(new ThrowableReplica(suppressed));
        }
    }

    ThrowableReplica(String stackTrace) {
        super(stackTrace);
        setStackTrace(new StackTraceElement[0]);
    }
}
