// SPDX-License-Identifier: Apache-2.0
package org.pmixj.tool.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The words by which a rank starts, with another program in place of {@code java}. */
class RecorderTest {
    @TempDir
    Path work;

    private String start(Recorder recorder) throws Exception {
        List<String> words = new ArrayList<>(recorder.words());
        words.addAll(List.of("echo", "java", "a b", "$c"));
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("PMIX_NAMESPACE", "job@1");
        builder.environment().put("PMIX_RANK", "3");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output;
    }

    @Test
    void eachRankWritesToAFolderOfItsOwn() throws Exception {
        Recorder recorder = new Recorder(work.resolve("trace"));
        recorder.prepare();
        assertThat(Files.readString(work.resolve("trace/pmixj.jfc"))).contains("pmixj.Operation");
        assertThat(start(recorder))
                .contains(",disk=true", ":repository=" + work + "/trace/ranks/job@1.3,")
                .endsWith(" java a b $c\n")
                .doesNotContain("not recorded");
    }

    @Test
    void aNodeWithoutTheFolder() throws Exception {
        assertThat(start(new Recorder(work.resolve("trace"))))
                .contains("rank 3 is not recorded: its node ", " has no folder " + work + "/trace/ranks; name one that")
                .endsWith("\njava a b $c\n")
                .doesNotContain("-XX");
    }
}
