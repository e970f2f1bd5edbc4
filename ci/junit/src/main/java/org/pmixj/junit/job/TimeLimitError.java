// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

/** A rank was still running when the job's time limit was reached. */
final class TimeLimitError extends AssertionError {
    private static final long serialVersionUID = 1;

    TimeLimitError(String message) {
        super(message);
    }
}
