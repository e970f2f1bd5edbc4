// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.repeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.pmixj.junit.job.SharedJobs;

/** The jobs of a whole {@code ci/test}, counted from the annotations before one has run. */
// Says at once what ci/lib/count-jobs would say at the end.
@Order(0)
class JobBoundsIT {
    private static Matcher found(String file, String pattern) throws IOException {
        Matcher found = Pattern.compile(pattern).matcher(Files.readString(Path.of("../..", file)));
        assertThat(found.find()).as("%s in %s", pattern, file).isTrue();
        return found;
    }

    @Test
    void methodsShareFewJobs() throws Exception {
        String excluded =
                found("pom.xml", "<pmixj.excluded>(.*)</pmixj.excluded>").group(1);
        Matcher bounds = found("ci/lib/count-jobs", "\\(\\$most_jobs, \\$most_jvms\\) = \\((\\d+), (\\d+)\\)");
        TestPlan plan = LauncherFactory.create()
                .discover(LauncherDiscoveryRequestBuilder.request()
                        .selectors(selectClasspathRoots(Set.of(Path.of("target/test-classes"))))
                        .filters(
                                ClassNameFilter.includeClassNamePatterns(".*IT"),
                                TagFilter.excludeTags(excluded.split(",")))
                        .build());
        SharedJobs.Count count = SharedJobs.count(plan);
        System.out.println("a whole ci/test has " + count.jobs() + " jobs of " + count.jvms() + " JVMs");
        assertThat(count.jobs()).isBetween(1, Integer.parseInt(bounds.group(1)));
        assertThat(count.jvms()).isLessThanOrEqualTo(Integer.parseInt(bounds.group(2)));
    }
}
