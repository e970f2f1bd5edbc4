// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.pmixj.Key;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.directory.UnpublishRequest;
import org.pmixj.internal.directory.UnpublishCall;
import org.pmixj.internal.ffi.InFlight;

/** The removal of values for which nobody waits. */
class UnpublishCallTest {
    /** libpmix, which is not initialized here, refuses each. */
    @Test
    void whatIsRefusedIsAskedAgain() {
        Handle handle = new Handle(new Session(new ProcId("test", 0), true, false, null), null, Duration.ofSeconds(10));
        UnpublishCall.later(handle, Key.of("test.refused", ValueType.ANY));
        assertThat(InFlight.all()).anyMatch(call -> call.what().contains("test.refused"));
        UnpublishCall alone = new UnpublishCall(
                handle, UnpublishRequest.of(Key.of("test.once", ValueType.ANY)), Duration.ofSeconds(10));
        assertThat(alone.submit(1_000_000_000L)).failsWithin(Duration.ofSeconds(10));
        assertThat(InFlight.all()).noneMatch(call -> call.what().contains("test.once"));
    }
}
