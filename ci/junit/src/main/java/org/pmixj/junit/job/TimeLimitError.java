// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

/** Reports that a rank was still running at the job's time limit. */
final class TimeLimitError extends AssertionError {
    private static final long serialVersionUID = 1;

    TimeLimitError(String message) {
        super(message);
    }
}
