// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.mutants;

/**
 * Says what became of a test. One that is neither red nor green has not run.
 *
 * @param reason why it failed, in one line
 */
record TestResult(boolean isRed, boolean isGreen, String reason) {
    static final TestResult NONE = new TestResult(false, false, "");
}
