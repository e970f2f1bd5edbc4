// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.pmixj.junit.PmixTest;

/**
 * Lists at the end of a run the ranks that failed, since build tools number them from 1 on their console, and the tests
 * that could not run, since aborted tests are easily overlooked.
 */
public final class RunSummary implements TestExecutionListener {
    private static final int MOST = 300;

    private final List<String> failed = Collections.synchronizedList(new ArrayList<>());

    /** Constructs the listener, for the service loader. */
    public RunSummary() {}

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Optional<MethodSource> source =
                test.getSource().filter(MethodSource.class::isInstance).map(MethodSource.class::cast);
        if (result.getStatus() == TestExecutionResult.Status.FAILED
                && test.isTest()
                && source.isPresent()
                && AnnotationSupport.isAnnotated(source.get().getJavaMethod(), PmixTest.class)) {
            failed.add("pmixj-junit: FAILED: " + source.get().getClassName() + "."
                    + source.get().getMethodName() + ", " + test.getDisplayName()
                    + result.getThrowable().map(RunSummary::line).orElse(""));
        }
    }

    private static String line(Throwable problem) {
        String text = problem.toString().replaceAll("\\s+", " ").strip();
        return ": " + (text.length() > MOST ? text.substring(0, MOST) + " ..." : text);
    }

    @Override
    public void testPlanExecutionFinished(TestPlan testPlan) {
        failed.forEach(System.out::println);
        failed.clear();
        NotRun.take().forEach(System.out::println);
    }
}
