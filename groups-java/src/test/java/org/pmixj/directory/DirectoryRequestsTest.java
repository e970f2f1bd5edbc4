// SPDX-License-Identifier: Apache-2.0
package org.pmixj.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.pmixj.Attributes;
import org.pmixj.Info;
import org.pmixj.Key;
import org.pmixj.Persistence;
import org.pmixj.Range;
import org.pmixj.ValueType;

class DirectoryRequestsTest {
    private static final Key<String> A = Key.of("a", ValueType.STRING);
    private static final Key<Integer> B = Key.of("b", ValueType.INT32);
    private static final Key<Integer> OTHER_A = Key.of("a", ValueType.INT32);

    @Test
    void keepWhatTheyAreGiven() {
        PublishRequest publish = PublishRequest.builder()
                .value(A, "x")
                .value(B, 1)
                .range(Range.LOCAL)
                .persistence(Persistence.FIRST_READ)
                .users(0, 4294967295L)
                .groups(7)
                .build();
        assertThat(publish.values()).containsExactly(Info.of(A, "x"), Info.of(B, 1));
        assertThat(publish.range()).isEqualTo(Range.LOCAL);
        assertThat(publish.persistence()).isEqualTo(Persistence.FIRST_READ);
        assertThat(publish.users()).containsExactly(0L, 4294967295L);
        assertThat(publish.groups()).containsExactly(7L);
        LookupRequest lookup = LookupRequest.of(A, B).withRange(Range.GLOBAL).waitFor(2);
        assertThat(lookup.keys()).containsExactly(A, B);
        assertThat(lookup.range()).isEqualTo(Range.GLOBAL);
        assertThat(lookup.waitFor()).hasValue(2);
        UnpublishRequest unpublish = UnpublishRequest.of(A).withRange(Range.NAMESPACE);
        assertThat(unpublish.keys()).containsExactly(A);
        assertThat(unpublish.range()).isEqualTo(Range.NAMESPACE);
    }

    // PMIx_Publish: "By default, the data will be published into the PMIX_RANGE_SESSION range and with
    // PMIX_PERSIST_APP persistence."
    @Test
    void theDefaultsAreTheStandards() {
        PublishRequest publish = PublishRequest.builder().value(A, "x").build();
        assertThat(publish.range()).isEqualTo(Range.SESSION);
        assertThat(publish.persistence()).isEqualTo(Persistence.APPLICATION);
        assertThat(publish.users()).isEmpty();
        LookupRequest lookup = LookupRequest.of(A);
        assertThat(lookup.range()).isEqualTo(Range.SESSION);
        assertThat(lookup.waitFor()).isEmpty();
        assertThat(LookupRequest.of(A).waitForAll().waitFor()).hasValue(0);
        assertThat(UnpublishRequest.everything().keys()).isEmpty();
        assertThat(UnpublishRequest.everything().range()).isEqualTo(Range.SESSION);
    }

    @Test
    void aKeyIsGivenOnce() {
        PublishRequest.Builder publish = PublishRequest.builder().value(A, "x");
        assertThatIllegalArgumentException().isThrownBy(() -> publish.value(OTHER_A, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> LookupRequest.of(A, OTHER_A));
        assertThatIllegalArgumentException().isThrownBy(() -> UnpublishRequest.of(A, B, A));
        assertThatIllegalArgumentException().isThrownBy(() -> LookupRequest.of());
        assertThatIllegalArgumentException().isThrownBy(() -> UnpublishRequest.of());
    }

    @Test
    void whatIsNotAnAttributeWouldBePublished() {
        PublishRequest.Builder publish = PublishRequest.builder().value(A, "x");
        Attributes own = Attributes.of(B, 1);
        assertThatIllegalArgumentException().isThrownBy(() -> publish.directives(own));
    }

    @Test
    void badArgumentsAreRefused() {
        PublishRequest.Builder publish = PublishRequest.builder().value(A, "x");
        assertThatIllegalArgumentException().isThrownBy(() -> publish.users(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> publish.groups(1L << 32));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> publish.range(Range.CUSTOM).build())
                .withMessageContaining("users or groups");
        assertThat(publish.groups(1).build().range()).isEqualTo(Range.CUSTOM);
        LookupRequest lookup = LookupRequest.of(A, B);
        assertThatIllegalArgumentException().isThrownBy(() -> lookup.waitFor(0));
        assertThatIllegalArgumentException().isThrownBy(() -> lookup.waitFor(3));
        assertThatIllegalArgumentException().isThrownBy(() -> lookup.withTimeout(Duration.ofSeconds(-1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PublishRequest.builder().value(A, "a\0b"));
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without it may do
    void nullIsRefused() {
        assertThatNullPointerException()
                .isThrownBy(() -> PublishRequest.builder().value(A, null));
        assertThatNullPointerException().isThrownBy(() -> LookupRequest.of(A, null));
        assertThatNullPointerException().isThrownBy(() -> LookupRequest.of(A).withRange(null));
        assertThatNullPointerException()
                .isThrownBy(() -> PublishRequest.builder().value(A, "x").persistence(null));
        assertThatNullPointerException().isThrownBy(() -> UnpublishRequest.of(A).withDirectives(null));
    }
}
