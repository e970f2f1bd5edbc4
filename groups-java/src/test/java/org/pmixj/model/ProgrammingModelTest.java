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
import org.junit.jupiter.api.Test;

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
        assertThat(ProgrammingModel.named("MPI")
                        .library("OpenMPI")
                        .version("2.1.1")
                        .threading("pthreads")
                        .resources(resources)
                        .build())
                .hasToString("MPI (OpenMPI 2.1.1), pthreads, 4 threads, 2 cores, CPUs 0-3,8, close");
        assertThat(resources.cpuBits()).isEqualTo(set);
    }

    @Test
    void theSameModelMayUseSomethingElse() {
        ProgrammingModel model = ProgrammingModel.named("MPI").library("a").build();
        ProgrammingModel more =
                model.withResources(ModelResources.builder().threads(1).build());
        assertThat(more).isNotEqualTo(model);
        assertThat(more.isSameModel(model)).isTrue();
        assertThat(more.isSameModel(ProgrammingModel.named("MPI").library("b").build()))
                .isFalse();
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
        assertThat(jvm.toString())
                .contains(
                        ", CPUs " + allowed.substring(allowed.indexOf(':') + 1).strip());
    }
}
