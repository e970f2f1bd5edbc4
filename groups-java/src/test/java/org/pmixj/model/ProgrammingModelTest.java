// SPDX-License-Identifier: Apache-2.0
package org.pmixj.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmixj.ProcId;

class ProgrammingModelTest {
    private static final List<Consumer<String>> TEXTS = List.of(
            ProgrammingModel::named,
            text -> ProgrammingModel.named("it").library(text),
            text -> ProgrammingModel.named("it").version(text),
            text -> ProgrammingModel.named("it").threading(text),
            text -> ModelResources.builder().cpuType(text),
            text -> ModelResources.builder().affinityPolicy(text),
            text -> new ProgrammingModel(
                    "it", Optional.of(text), Optional.empty(), Optional.empty(), ModelResources.none()),
            text -> new ModelResources(
                    OptionalLong.empty(), OptionalLong.empty(), Optional.of(text), Optional.empty(), List.of()));

    @Test
    void badTextsAreRefused() {
        for (Consumer<String> text : TEXTS) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> text.accept(""))
                    .withMessageContaining("empty");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> text.accept("a\0b"))
                    .withMessageContaining("NUL");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> text.accept("ü".repeat(2048)))
                    .withMessageContaining("4096 bytes");
            assertThatIllegalArgumentException().isThrownBy(() -> text.accept("\ud800"));
            text.accept("x".repeat(4095));
        }
    }

    @Test
    @SuppressWarnings("NullAway") // what is tested
    void nullIsRefused() {
        assertThatNullPointerException().isThrownBy(() -> ProgrammingModel.named(null));
        assertThatNullPointerException()
                .isThrownBy(() -> ProgrammingModel.named("it").library(null));
        assertThatNullPointerException()
                .isThrownBy(() -> ProgrammingModel.named("it").resources(null));
    }

    @Test
    void countsAreNotNegative() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ModelResources.builder().threads(-1))
                .withMessage("threads -1 is negative");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ModelResources.builder().cpus(-1))
                .withMessage("cpus -1 is negative");
        assertThat(ModelResources.builder()
                        .threads(0)
                        .cpus(Long.MAX_VALUE)
                        .build()
                        .isEmpty())
                .isFalse();
    }

    @Test
    void cpusAreNumbersInOrder() {
        BitSet high = new BitSet();
        high.set(ModelResources.MAX_CPUS);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ModelResources.builder().cpuSet(high));
        for (List<Integer> bad : List.of(List.of(1, 0), List.of(1, 1), List.of(-1), List.of(1 << 16))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new ModelResources(
                            OptionalLong.empty(), OptionalLong.empty(), Optional.empty(), Optional.empty(), bad));
        }
    }

    @Test
    void textsTellAll() {
        BitSet set = new BitSet();
        set.set(0, 4);
        set.set(8);
        ModelResources resources = ModelResources.builder()
                .threads(4)
                .cpus(2)
                .cpuType("core")
                .cpuSet(set)
                .affinityPolicy("close")
                .build();
        assertThat(resources).hasToString("4 threads, 2 cores, CPUs 0-3,8, close");
        assertThat(ModelResources.none()).hasToString("unknown");
        BitSet one = new BitSet();
        one.set(7);
        ModelResources.Builder single = ModelResources.builder().threads(1).cpus(1);
        assertThat(single.cpuSet(one).build()).hasToString("1 thread, 1 CPU, CPU 7");
        assertThat(single.cpus(0).cpuType("core").cpuSet(new BitSet()).build()).hasToString("1 thread, 0 cores");
        assertThat(ProgrammingModel.named("MPI")
                        .library("OpenMPI")
                        .version("2.1.1")
                        .threading("pthreads")
                        .resources(resources)
                        .build())
                .hasToString("MPI (OpenMPI 2.1.1), pthreads, 4 threads, 2 cores, CPUs 0-3,8, close");
        assertThat(resources.cpuBits()).isEqualTo(set);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    RESOURCES        | OpenMP |       |     | 4 | resources reported by OpenMP in job:3: 4 threads
                    RESOURCES        |        |       |     |   | resources reported in job:3
                    PHASE_ENTERED    | MPI    | solve | cfd | 1 | phase 'solve' (cfd) entered by MPI in job:3: 1 thread
                    PHASE_LEFT       |        | solve |     |   | phase 'solve' left in job:3
                    PARALLEL_ENTERED | OpenMP |       |     | 2 | parallel region entered by OpenMP in job:3: 2 threads
                    PARALLEL_EXITED  | OpenMP | solve | cfd |   | parallel region of phase 'solve' (cfd) left by OpenMP in job:3
                    ENDED            |        |       |     |   | end of job:3
                    """)
    void activitiesInWords(
            ModelActivity.Kind kind,
            @Nullable String model,
            @Nullable String phase,
            @Nullable String type,
            @Nullable Long threads,
            String text) {
        ModelResources resources = threads == null
                ? ModelResources.none()
                : ModelResources.builder().threads(threads).build();
        assertThat(new ModelActivity(
                        kind,
                        new ProcId("job", 3),
                        Optional.ofNullable(model),
                        resources,
                        Optional.ofNullable(phase),
                        Optional.ofNullable(type)))
                .hasToString(text);
    }

    @Test
    void theSameModelMayUseSomethingElse() {
        ProgrammingModel model = ProgrammingModel.named("MPI").library("a").build();
        ProgrammingModel more =
                model.withResources(ModelResources.builder().threads(1).build());
        assertThat(more).isNotEqualTo(model);
        assertThat(more.withResources(ModelResources.none())).isEqualTo(model);
    }

    @Test
    void thisJvm() throws Exception {
        ModelResources jvm = ModelResources.ofThisJvm();
        assertThat(jvm.threads().orElseThrow()).isPositive();
        assertThat(jvm.cpus()).hasValue(Runtime.getRuntime().availableProcessors());
        assertThat(jvm.cpuType()).contains("hwthread");
        String allowed = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .findAny()
                .orElseThrow();
        String cpus = allowed.substring(allowed.indexOf(':') + 1).strip();
        assertThat(jvm.toString()).contains((cpus.matches("\\d+") ? ", CPU " : ", CPUs ") + cpus);
    }
}
