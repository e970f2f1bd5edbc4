// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;
import org.pmixj.junit.PmixTest;

/** Makes a {@link PmixTest} one test case for each rank, and one for the job. */
public final class PmixTestExtension implements TestTemplateInvocationContextProvider {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(PmixTestExtension.class);

    /** For JUnit. */
    public PmixTestExtension() {}

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getRequiredTestMethod(), PmixTest.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        PmixTest test = AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), PmixTest.class)
                .orElseThrow();
        Settings settings = Settings.of(test, context.getRequiredTestClass(), context.getRequiredTestMethod());
        SharedJob job = new SharedJob(settings);
        // Closed by JUnit after the last test case.
        context.getStore(NAMESPACE).put(SharedJob.class, job);
        return Stream.concat(
                IntStream.range(0, settings.ranks())
                        .mapToObj(rank -> new TestCase(
                                "rank " + rank + " of " + settings.ranks(),
                                () -> job.report().reportRank(rank))),
                Stream.of(new TestCase("job", () -> job.report().reportJob())));
    }
}
