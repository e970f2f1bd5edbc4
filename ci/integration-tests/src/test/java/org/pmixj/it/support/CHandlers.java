// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.pmixj.PmixStatus;

/** A C library with PMIx event handlers, {@code native/tests/handlers.c}, compiled and loaded into this process. */
public final class CHandlers {
    /** The place of a handler in the chain. */
    public enum Place {
        NONE,
        FIRST,
        LAST,
        PREPEND,
        APPEND,
        BEFORE,
        AFTER
    }

    public static final int PROC_LOCAL = 7;
    public static final int GLOBAL = 5;
    public static final int NON_DEFAULT = 1;
    public static final int DO_NOT_CACHE = 2;
    /** An event with the number of a kept one, as libpmix sends it again. The first is the one that was kept. */
    public static final int REPLAYED = 4;

    private static final int WAIT_MS = 60_000;

    /** A delay: the handler answers when it is released. */
    public static final int HELD = -1;

    /** A delay: the handler waits on libpmix's progress thread until it is released. */
    public static final int BLOCKED = -2;

    private final CCode code;

    private CHandlers(CCode code) {
        this.code = code;
    }

    public static CHandlers load(Path work) throws Exception {
        return new CHandlers(CCode.load(CCode.Compiler.PMIX, work, "handlers.c", List.of("-pthread")));
    }

    /** Starts a session of the library's own. */
    public void init() {
        assertThat(code.call("handlers_init")).isZero();
    }

    public void finish() {
        assertThat(code.call("handlers_finalize")).isZero();
    }

    /** Registers a handler, for all codes if none is given. */
    public Handler register(String name, Place place, PmixStatus... codes) {
        return handler(name, tryRegister(name, place, codes));
    }

    /** Returns what libpmix answers to the registration, negative if it fails. */
    public int tryRegister(String name, Place place, PmixStatus... codes) {
        int[] numbers = Arrays.stream(codes).mapToInt(PmixStatus::code).toArray();
        return code.call("handlers_register", name, place.ordinal(), numbers, numbers.length);
    }

    /** Registers a handler before or after another one, as {@link #register}. */
    public Handler registerBeside(String name, Place place, String anchor, PmixStatus... codes) {
        return handler(name, tryBeside(name, place, anchor, codes));
    }

    /** Returns what libpmix answers to {@link #registerBeside}, negative if it fails. */
    public int tryBeside(String name, Place place, String anchor, PmixStatus... codes) {
        int[] numbers = Arrays.stream(codes).mapToInt(PmixStatus::code).toArray();
        return code.call("handlers_register_beside", name, place.ordinal(), anchor, numbers, numbers.length);
    }

    private Handler handler(String name, int number) {
        assertThat(number).as("registration of %s", name).isNotNegative();
        return new Handler(number);
    }

    /** Sends events that have {@code c.number} from first on. */
    public void notify(PmixStatus status, int range, int flags, int first, int count) {
        assertThat(code.call("handlers_notify", status.code(), range, flags, first, count))
                .isZero();
    }

    /** One of its handlers. */
    public final class Handler {
        private final int number;

        private Handler(int number) {
            this.number = number;
        }

        /**
         * Sets the answer of the handler. It comes after some milliseconds on a thread of its own unless they are 0,
         * and with {@link #HELD} or {@link #BLOCKED} once it is released.
         */
        public Handler answers(PmixStatus status, int results, int delayMillis) {
            code.run("handlers_answer", number, status.code(), results, delayMillis);
            return this;
        }

        /** Gives the answers that are held. */
        public void release() {
            code.run("handlers_release", number);
        }

        private int seen(int count, int millis) {
            return code.call("handlers_wait", number, count, millis);
        }

        /**
         * Waits until the handler has seen this many events, and for a while whether there are more. A machine that is
         * too busy for this wait hides a fault, and makes none.
         */
        public List<String> seen(int count) {
            assertThat(seen(count, WAIT_MS)).isGreaterThanOrEqualTo(count);
            int seen = seen(count + 1, 100);
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < seen; i++) {
                lines.add(code.text("handlers_seen", number, i));
            }
            assertThat(lines).hasSize(count);
            return lines;
        }

        /** Returns what the handler has seen until now, without the events of some code. */
        public List<String> seenWithout(PmixStatus status) {
            return IntStream.range(0, seen(1, 100))
                    .mapToObj(i -> code.text("handlers_seen", number, i))
                    .filter(line -> !line.startsWith(status.code() + " "))
                    .toList();
        }

        /** Returns the results of the handlers before this one, at its only event. */
        public String results() {
            String line = seen(1).getFirst();
            return line.substring(line.indexOf(" | ") + 3);
        }
    }
}
