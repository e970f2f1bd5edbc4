// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.pmixj.ProcId;

class GroupRequestTest {
    private static final ProcId PROC = new ProcId("job", 0);

    @Test
    void keepsWhatItIsGiven() {
        GroupRequest request = GroupRequest.named("g")
                .members(PROC, ProcId.all("other"))
                .timeout(Duration.ofSeconds(3))
                .assignContextId()
                .build();
        assertThat(request.id()).isEqualTo("g");
        assertThat(request.members()).containsExactly(PROC, ProcId.all("other"));
        assertThat(request.timeout()).contains(Duration.ofSeconds(3));
        assertThat(request.assignContextId()).isTrue();
    }

    @Test
    void hasNoTimeoutOfItsOwn() {
        assertThat(GroupRequest.named("g").members(PROC).build().timeout()).isEmpty();
    }

    // RFC 0033: the identifier has a length less than or equal to PMIX_MAX_NSLEN.
    @Test
    void refusesIdsTheLibraryWouldMixUp() {
        assertThat(GroupRequest.named("g".repeat(255))).isNotNull();
        assertThatIllegalArgumentException().isThrownBy(() -> GroupRequest.named("g".repeat(256)));
        assertThatIllegalArgumentException().isThrownBy(() -> GroupRequest.named(""));
        assertThatIllegalArgumentException().isThrownBy(() -> GroupRequest.named("a\0b"));
        assertThatNullPointerException().isThrownBy(() -> GroupRequest.named(null));
    }

    @Test
    void refusesBadMembersAndTimeouts() {
        GroupRequest.Builder builder = GroupRequest.named("g");
        assertThatIllegalArgumentException().isThrownBy(builder::build).withMessageContaining("members");
        assertThatNullPointerException().isThrownBy(() -> builder.members(Collections.singletonList(null)));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.timeout(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.timeout(Duration.ofMillis(-1)));
        assertThatNullPointerException().isThrownBy(() -> builder.timeout(null));
    }
}
