// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

/**
 * What is known besides a failure: it is suppressed in that, and so printed with it, and the failure keeps the type and
 * message that the rank gave it.
 */
final class Details extends Exception {
    private static final long serialVersionUID = 1;

    Details(String message) {
        super(message, null, false, false);
    }
}
