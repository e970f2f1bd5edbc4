// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/** Lists at the end of a run the tests that could not run, since aborted tests are easily overlooked. */
public final class NotRunSummary implements TestExecutionListener {
    /** Constructs the listener, for the service loader. */
    public NotRunSummary() {}

    @Override
    public void testPlanExecutionFinished(TestPlan testPlan) {
        NotRun.take().forEach(System.out::println);
    }
}
