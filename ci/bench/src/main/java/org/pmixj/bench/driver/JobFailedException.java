// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench.driver;

/** There is nothing to measure; the message says why. */
final class JobFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    JobFailedException(String message) {
        super(message);
    }
}
