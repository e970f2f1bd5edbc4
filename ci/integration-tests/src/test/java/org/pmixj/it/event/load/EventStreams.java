// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntPredicate;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.event.Event;
import org.pmixj.event.Notification;

/**
 * The events of {@link EventChurn}. Those that one thread sends under one code to the same receivers are a stream, and
 * have numbers from 0 on.
 */
final class EventStreams {
    static final int CODES = 6;

    /** Guests may end the chain of events of this code and the following ones. */
    private static final int ENDED = 4;

    private static final Key<Integer> STREAM = Key.of("churn.stream", ValueType.INT32);
    private static final Key<Integer> NUMBER = Key.of("churn.number", ValueType.INT32);

    private enum Target {
        ALL,
        SELF,
        NEXT,
        ALL_AND_DEFAULT
    }

    private static final int TARGETS = Target.values().length;

    private final Pmix pmix;
    private final int[] sent;
    private volatile String wrong = "";

    EventStreams(Pmix pmix, int threads) {
        this.pmix = pmix;
        this.sent = new int[threads * CODES * TARGETS];
    }

    static PmixStatus code(int index) {
        return new PmixStatus(-3200 - index);
    }

    static int codeOf(int stream) {
        return stream / TARGETS % CODES;
    }

    static boolean isNeverEnded(int code) {
        return code < ENDED;
    }

    static boolean mayEnd(Event event) {
        int code = -3200 - event.code().code();
        return code >= ENDED && code < CODES;
    }

    private static Target target(int stream) {
        return Target.values()[stream % TARGETS];
    }

    static boolean isForDefaults(int stream) {
        return target(stream) == Target.ALL_AND_DEFAULT;
    }

    private ProcId next(ProcId proc) {
        return pmix.job().member((proc.rank() + 1) % pmix.job().size());
    }

    /** An event of a stream of a thread, which is to be sent before the thread asks for one more. */
    Notification next(int thread, Random random) {
        int stream = (thread * CODES + random.nextInt(CODES)) * TARGETS + random.nextInt(TARGETS);
        Notification event =
                pmix.events().notify(code(codeOf(stream))).with(STREAM, stream).with(NUMBER, sent[stream]++);
        if (random.nextInt(20) == 0) {
            event.cached();
        }
        return switch (target(stream)) {
            case ALL -> event.toNamespace();
            case SELF -> event.toProcess();
            case NEXT -> event.to(next(pmix.self()));
            case ALL_AND_DEFAULT -> event.toNamespace().toDefaultHandlersToo();
        };
    }

    /** How many of each stream this process has sent, while no thread sends. */
    List<Integer> sent() {
        return Arrays.stream(sent).boxed().toList();
    }

    boolean isForMe(ProcId source, int stream) {
        return switch (target(stream)) {
            case ALL, ALL_AND_DEFAULT -> true;
            case SELF -> source.equals(pmix.self());
            case NEXT -> next(source).equals(pmix.self());
        };
    }

    /** The events of each stream that one handler sees. */
    final class Seen {
        private final String name;
        private final IntPredicate all;
        private final AtomicIntegerArray next =
                new AtomicIntegerArray(pmix.job().size() * sent.length);

        /**
         * One more handler.
         *
         * @param all of which codes it must see every event
         */
        Seen(String name, IntPredicate all) {
            this.name = name;
            this.all = all;
        }

        void see(Event event) {
            int stream = event.attributes().get(STREAM).orElse(-1);
            if (stream >= 0) {
                int number = event.attributes().get(NUMBER).orElse(-1);
                int index = index(event.source().orElseThrow(), stream);
                int wanted = next.getAndSet(index, number + 1);
                if (number < wanted || (number > wanted && all.test(codeOf(stream)))) {
                    wrong(name + " wants " + wanted + ", gets " + event);
                }
            }
        }

        private int index(ProcId source, int stream) {
            return source.rank() * sent.length + stream;
        }

        int count(ProcId source, int stream) {
            return next.get(index(source, stream));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    void wrong(String what) {
        if (wrong.isEmpty()) {
            wrong = what;
        }
    }

    void requireRight() {
        assertThat(wrong).isEmpty();
    }

    @Override
    public String toString() {
        return Arrays.stream(sent).sum() + " events";
    }
}
