// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobTest {
    @Test
    void filesOfFailedTestsAreKeptWhereTheBuildToolKeepsItsOwn(@TempDir Path project) throws IOException {
        assertThat(Job.ofProject(project)).isEqualTo(Path.of(System.getProperty("java.io.tmpdir")));
        Files.createFile(project.resolve("build.gradle.kts"));
        assertThat(Job.ofProject(project)).isEqualTo(project.resolve("build/pmixj-jobs"));
        Files.createFile(project.resolve("pom.xml"));
        assertThat(Job.ofProject(project)).isEqualTo(project.resolve("target/pmixj-jobs"));
    }
}
