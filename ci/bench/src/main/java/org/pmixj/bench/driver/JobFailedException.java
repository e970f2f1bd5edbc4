// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench.driver;

/** Reports that a job could not be measured, and why. */
final class JobFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    JobFailedException(String message) {
        super(message);
    }
}
