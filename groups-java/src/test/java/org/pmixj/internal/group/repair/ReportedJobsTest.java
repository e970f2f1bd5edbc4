// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.group.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pmixj.internal.base.AskingTurns;

/** Tests that no number of reports has this process ask the host all the time. */
class ReportedJobsTest {
    private static final AskingTurns ALONE = new AskingTurns(0, 1);
    private final ReportedJobs jobs = new ReportedJobs();

    private List<String> due() {
        return jobs.due(ALONE, () -> Set.of("job", "other"));
    }

    @Test
    void manyReportsAreOneQuestion() {
        for (int i = 0; i < 10_000; i++) {
            jobs.add("job");
        }
        assertThat(due()).containsExactly("job");
        jobs.answered("job");
        assertThat(due()).isEmpty();
        assertThat(jobs.wereAny()).isFalse();
        jobs.add("job");
        assertThat(due()).containsExactly("job");
    }

    @Test
    void thereIsOneQuestionAtATime() {
        jobs.add("job");
        assertThat(due()).containsExactly("job");
        jobs.add("job");
        jobs.add("other");
        assertThat(due()).containsExactly("other");
        jobs.answered("job");
        // The answer may be older than the second report.
        due();
        assertThat(due()).containsExactly("job");
    }

    @Test
    void aFloodIsAskedAboutLessAndLessOften() {
        int questions = 0;
        for (int i = 0; i < 100; i++) {
            jobs.add("job");
            for (String nspace : due()) {
                questions++;
                jobs.answered(nspace);
            }
        }
        // 1, 2, 4, 8, 16, 32, 48, 64, 80, 96.
        assertThat(questions).isEqualTo(10);
    }

    @Test
    void jobsOfNoMemberAreNotAskedAbout() {
        for (int i = 0; i < 10_000; i++) {
            jobs.add("stranger " + i);
        }
        assertThat(due()).isEmpty();
        assertThat(due()).isEmpty();
        assertThat(jobs.wereAny()).isFalse();
        jobs.add("job");
        assertThat(due()).containsExactly("job");
    }

    @Test
    void someOfManyRanksAskAtATime() {
        ReportedJobs ofLarge = new ReportedJobs();
        AskingTurns second = new AskingTurns(1, 64);
        ofLarge.add("job");
        assertThat(ofLarge.due(second, () -> Set.of("job"))).isEmpty();
        assertThat(ofLarge.due(second, () -> Set.of("job"))).containsExactly("job");
    }
}
