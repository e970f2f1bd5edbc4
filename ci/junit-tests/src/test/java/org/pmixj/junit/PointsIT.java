// SPDX-License-Identifier: Apache-2.0
package org.pmixj.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests points that processes reach and wait for. {@link KilledIT} shows that they outlast a rank, {@link TimeLimitIT}
 * that a rank stops waiting before its job is ended.
 */
class PointsIT {
    @Test
    void pointsOfADirectory(@TempDir Path directory) throws InterruptedException {
        Points points = new Points(directory);
        Points others = new Points(directory);
        assertThat(points.isReached("a", 1)).isFalse();
        others.reached("a", 1);
        others.reached("a", 1);
        assertThat(points.isReached("a", 1)).isTrue();
        assertThat(points.isReached("a", 11)).isFalse();
        assertThat(points.isReached("b", 1)).isFalse();
        points.await("a", List.of(1), Duration.ZERO);
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> points.await("a", List.of(0, 1, 2), Duration.ofMillis(50)))
                .withMessage("waited 50 ms for 'a'; not reached by ranks [0, 2]");
    }

    @Test
    void aPointThatIsReachedWhileAnotherWaits(@TempDir Path directory) throws InterruptedException {
        Points points = new Points(directory);
        Thread other = Thread.ofPlatform().start(() -> {
            points.reached("first", 0);
            points.reached("second", 0);
        });
        points.await("second", List.of(0), Duration.ofSeconds(60));
        assertThat(points.isReached("first", 0)).isTrue();
        other.join();
    }
}
