// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

/**
 * Adds details to a failure as a suppressed exception, so that they are printed with it, and the failure keeps its type
 * and message.
 */
final class Details extends Exception {
    private static final long serialVersionUID = 1;

    Details(String message) {
        super(message, null, false, false);
    }
}
