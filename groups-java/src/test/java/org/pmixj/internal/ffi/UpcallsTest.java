// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_event_notification_cbfunc_fn_t;
import org.pmixj.ffi.pmix_notification_fn_t;

/** Callbacks that libpmix would call. */
class UpcallsTest {
    private static final int CODE = -3777;

    /** Keeps what is logged, and prints nothing. */
    private static final class Logged extends Handler implements AutoCloseable {
        private final Logger logger = Logger.getLogger("org.pmixj");
        final List<LogRecord> records = new ArrayList<>();

        Logged() {
            logger.addHandler(this);
            logger.setUseParentHandlers(false);
        }

        @Override
        public void publish(LogRecord logged) {
            records.add(logged);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            logger.removeHandler(this);
            logger.setUseParentHandlers(true);
        }
    }

    /** The event is lost, but its cause is not, and libpmix gets it back. */
    @Test
    void anEventThatDoesNotFitTheMemoryIsGivenBackAndLoggedWithItsCause() {
        OutOfMemoryError full = new OutOfMemoryError("deliberate");
        EventSink sink = (_, _, _, _, _, _, _, _) -> {
            throw full;
        };
        List<Integer> givenBack = new ArrayList<>();
        try (Arena arena = Arena.ofConfined();
                Logged logged = new Logged()) {
            MemorySegment none = MemorySegment.NULL;
            MemorySegment completion = pmix_event_notification_cbfunc_fn_t.allocate(
                    (status, _, _, _, _, _) -> givenBack.add(status), arena);
            Upcalls.events(sink);
            pmix_notification_fn_t.invoke(Upcalls.event(), 0, CODE, none, none, 0, none, 0, completion, none);
            assertThat(givenBack).containsExactly(PMIxConstants.PMIX_EVENT_NO_ACTION_TAKEN());
            assertThat(logged.records).singleElement().satisfies(record -> {
                assertThat(record.getMessage())
                        .contains("an event with the code " + CODE + " is lost, because it could not be read: " + full);
                assertThat(record.getThrown()).isSameAs(full);
            });
        } finally {
            Upcalls.noEvents(sink);
            Upcalls.forgetProgressThread();
        }
    }
}
