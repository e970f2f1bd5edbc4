// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.pmixj.ffi.PMIx;
import org.pmixj.ffi.PMIxConstants;
import org.pmixj.ffi.pmix_event_notification_cbfunc_fn_t;
import org.pmixj.ffi.pmix_notification_fn_t;
import org.pmixj.ffi.pmix_value;
import org.pmixj.ffi.pmix_value_cbfunc_t;
import org.pmixj.internal.base.StatusCodes;

/** Callbacks that libpmix would call. */
class UpcallsTest {
    private static final int CODE = -3777;

    /** Keeps what is logged, and prints nothing. */
    private static final class Logged extends Handler implements AutoCloseable {
        private final Logger logger = Logger.getLogger("org.pmixj");
        final BlockingQueue<LogRecord> records = new LinkedBlockingQueue<>();

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
    void anEventThatDoesNotFitTheMemoryIsGivenBackAndLoggedWithItsCause() throws InterruptedException {
        OutOfMemoryError full = new OutOfMemoryError("deliberate");
        Upcalls.EventSink sink = (_, _, _, _, _, _, _, _) -> {
            throw full;
        };
        List<Integer> givenBack = new ArrayList<>();
        try (Arena arena = Arena.ofConfined();
                Logged logged = new Logged()) {
            MemorySegment none = MemorySegment.NULL;
            MemorySegment completion = pmix_event_notification_cbfunc_fn_t.allocate(
                    (status, _, _, _, _, _) -> givenBack.add(status), arena);
            Upcalls.events(sink);
            pmix_notification_fn_t.invoke(Upcalls.EventStub.STUB, 0, CODE, none, none, 0, none, 0, completion, none);
            assertThat(givenBack).containsExactly(PMIxConstants.PMIX_EVENT_NO_ACTION_TAKEN());
            LogRecord record = logged.records.poll(60, TimeUnit.SECONDS);
            assertThat(record).isNotNull();
            assertThat(record.getMessage())
                    .contains("an event with the code " + CODE + " is lost, because it could not be read: " + full);
            assertThat(record.getThrown()).isSameAs(full);
            // The logger of the application may wait for PMIx.
            assertThat(record.getLongThreadID())
                    .isNotEqualTo(Thread.currentThread().threadId());
        } finally {
            Upcalls.noEvents(sink);
            Upcalls.forgetProgressThread();
        }
    }

    /** OpenPMIx 5.0.7 passes the value of one get to another one of the process, whose key is not there. */
    @Test
    void theValueOfAGetThatFailsIsThatOfAnother() {
        MemorySegment value = PMIx.PMIx_Value_create(1).reinterpret(pmix_value.sizeof());
        try (Arena arena = Arena.ofConfined()) {
            PMIx.PMIx_Value_load(value, arena.allocateFrom("kept"), (short) PMIxConstants.PMIX_STRING());
            MemorySegment text = pmix_value.data(value).get(ValueLayout.ADDRESS, 0);
            pmix_value_cbfunc_t.invoke(Upcalls.ValueStub.STUB, StatusCodes.NOT_FOUND, value, MemorySegment.NULL);
            assertThat(pmix_value.type(value)).isEqualTo((short) PMIxConstants.PMIX_STRING());
            assertThat(pmix_value.data(value).get(ValueLayout.ADDRESS, 0)).isEqualTo(text);
        } finally {
            Libpmix.freeValue(value);
        }
    }
}
