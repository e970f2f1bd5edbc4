// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/** Says at the end of a run what could not be run, since aborted tests are easily overlooked. */
public final class NotRunSummary implements TestExecutionListener {
    /** For the service loader. */
    public NotRunSummary() {}

    @Override
    public void testPlanExecutionFinished(TestPlan testPlan) {
        NotRun.take().forEach(System.out::println);
    }
}
