// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;
import org.pmixj.junit.PmixTest;

/** Turns a {@link PmixTest} into one test case for each rank, and one for the job, for each number of nodes. */
public final class PmixTestExtension implements TestTemplateInvocationContextProvider {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(PmixTestExtension.class);

    /** Constructs the extension, for JUnit. */
    public PmixTestExtension() {}

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getRequiredTestMethod(), PmixTest.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        PmixTest test = AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), PmixTest.class)
                .orElseThrow();
        List<TestTemplateInvocationContext> cases = new ArrayList<>();
        int[] placements = Settings.nodes(test);
        for (int nodes : placements) {
            Settings settings =
                    Settings.of(test, nodes, context.getRequiredTestClass(), context.getRequiredTestMethod());
            SharedJob job = SharedJobs.of(settings);
            // JUnit closes it after the last test case.
            context.getStore(NAMESPACE).put(nodes, (AutoCloseable) () -> job.close(settings));
            addCases(
                    cases,
                    settings,
                    job,
                    placements.length == 1 ? "" : nodes == 1 ? " on 1 node" : " on " + nodes + " nodes");
        }
        return cases.stream();
    }

    private static void addCases(
            List<TestTemplateInvocationContext> cases, Settings settings, SharedJob job, String where) {
        for (int each = 0; each < settings.ranks(); each++) {
            int rank = each;
            cases.add(new TestCase(
                    "rank " + rank + " of " + settings.ranks() + where + settings.at(rank),
                    () -> job.report(settings).reportRank(rank)));
        }
        cases.add(new TestCase("job" + where, () -> job.report(settings).reportJob()));
    }
}
