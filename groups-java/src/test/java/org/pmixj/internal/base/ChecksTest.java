// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.pmixj.Key;
import org.pmixj.PmixStatus;
import org.pmixj.ValueType;
import org.pmixj.group.GroupRequest;
import org.pmixj.host.LibraryVersion;
import org.pmixj.process.App;

/** The messages of refused arguments. */
class ChecksTest {
    private static final String LONG = "pmix-x".repeat(1_700_000);

    @Test
    void anArgumentOfMegabytesIsNotQuotedWhole() {
        for (ThrowingCallable refused : List.<ThrowingCallable>of(
                () -> Key.of(LONG, ValueType.STRING),
                () -> GroupRequest.named(LONG),
                () -> App.named("program").environment(LONG + "=", ""),
                () -> PmixStatus.of(LONG),
                () -> LibraryVersion.parse(LONG))) {
            Throwable failure = catchThrowable(refused);
            assertThat(failure).isInstanceOf(IllegalArgumentException.class);
            assertThat(failure.getMessage()).hasSizeLessThan(300).contains("pmix-xpmix-x");
        }
    }

    @Test
    void aNumberAgreesWithWhatItCounts() {
        assertThat(Checks.count(1, "process")).isEqualTo("1 process");
        assertThat(Checks.count(4, "process")).isEqualTo("4 processes");
        assertThat(Checks.count(0, "event")).isEqualTo("0 events");
        assertThat(catchThrowable(() -> Checks.rank("group", "solo", 5, 1, "member")))
                .hasMessage("group 'solo' has 1 member, and no rank 5");
    }

    @Test
    void whoDoesNotSupportSomethingIsNamedWithWhatIsKnown() {
        assertThat(HostPowers.remedy("")).isEmpty();
        assertThat(HostPowers.remedy("PRRTE"))
                .contains("PRRTE", "capabilities()")
                .doesNotContain("only");
        assertThat(HostPowers.remedy("Flux")).contains("Flux's own PMIx server has values, fences and abort only");
        assertThat(HostPowers.remedy("unknown"))
                .contains("does not know", "prterun")
                .doesNotContain("has values");
    }

    @Test
    void aShortArgumentIsQuotedWhole() {
        assertThat(catchThrowable(() -> App.named("program").environment("A=", "")))
                .hasMessageContaining(": A=; ");
    }
}
