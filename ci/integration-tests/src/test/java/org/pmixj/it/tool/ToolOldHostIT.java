// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.it.support.Launched;

/** The command {@code pmixj} with OpenPMIx 5.0.7 and PRRTE 3.0.8, in {@code ci/test trixie}. */
@Tag("trixie")
class ToolOldHostIT {
    @TempDir
    Path work;

    @Test
    void itSaysWhatTheHostLacks() throws Exception {
        Launched doctor = Tool.run(work, Map.of(), "doctor");
        assertThat(doctor.exit()).as(doctor.output()).isZero();
        assertThat(doctor.output())
                .containsPattern("warning +libpmix +OpenPMIx 5\\.")
                .containsPattern("warning +launcher +PRRTE 3\\.")
                .containsPattern("ok +match ")
                .containsPattern("ok +slots +\\d+ cores?; \\d+ slot")
                .containsPattern(
                        "warning +host +PRRTE offers events, .*; not groups \\(their members construct them\\)")
                .containsPattern("ok +job ");
        Launched info = Tool.run(work, Map.of(), "info", "functions");
        assertThat(info.output()).contains("\n- PMIx_Heartbeat  ").contains("\n  PMIx_Get_nb  ");
    }

    @Test
    void itRunsJobs() throws Exception {
        Launched job = Tool.run(work, Map.of(), "run", "-n", "9", "-cp", Tool.CLASSES, ToolProgram.class.getName());
        assertThat(job.exit()).as(job.output()).isZero();
        assertThat(job.output()).contains("9 ranks share ", "rank 8 of 9 on ");
    }
}
