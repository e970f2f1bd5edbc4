// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmixj.it.support.Await.LIMIT;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.event.Event;
import org.pmixj.event.Notification;
import org.pmixj.group.Group;
import org.pmixj.group.GroupRequest;
import org.pmixj.it.support.Await;
import org.pmixj.it.support.Launched;
import org.pmixj.it.support.OtherCopy;
import org.pmixj.junit.PmixTest;
import org.pmixj.junit.RankContext;

/** Two copies of the library in one JVM, of two class loaders, as those of plug-ins are. Each has a session. */
class TwoCopiesIT {
    private static final PmixStatus CODE = new PmixStatus(-1_000_107);
    private static final int KEPT = 200;
    private static final int DIES = 2;

    /** Runs commands in one copy. Each copy loads its own class of this name, so commands and answers are strings. */
    public static final class Copy implements UnaryOperator<String> {
        private final Pmix pmix;
        private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
        private Group group;

        /** For the copy of another class loader. */
        public Copy() {
            this(Pmix.builder().defaultTimeout(LIMIT).init());
        }

        Copy(Pmix pmix) {
            this.pmix = pmix;
        }

        @Override
        public String apply(String command) {
            try {
                return run(command);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private String run(String command) throws InterruptedException {
            String[] words = command.split(" ");
            switch (words[0]) {
                case "listen" -> pmix.events().listen(CODE, events::add);
                case "send" -> send(Integer.parseInt(words[1]), Boolean.parseBoolean(words[2]));
                case "next" -> {
                    Event event = Await.next(events);
                    return event.source().orElseThrow().rank() + " "
                            + event.text().orElseThrow();
                }
                case "construct" -> {
                    GroupRequest.Builder request = GroupRequest.named(words[1]);
                    group = pmix.groups()
                            .construct(request.members(ProcId.all(pmix.self().nspace()))
                                    .notifyTermination()
                                    .build());
                }
                case "fence" -> group.fence();
                case "await" ->
                    Await.until(
                            "the end of a member is known",
                            () -> group.members().size() == Integer.parseInt(words[1]));
                case "survivors" -> {
                    GroupRequest.Builder request = GroupRequest.named(words[1]);
                    try (Group rest = pmix.groups()
                            .construct(request.members(group.members()).build())) {
                        rest.fence();
                    }
                }
                case "left" -> {
                    return Integer.toString(events.size());
                }
                case "leave" -> group.close();
                case "singleton" -> {
                    return Boolean.toString(pmix.isSingleton());
                }
                case "close" -> pmix.close();
                default -> throw new IllegalArgumentException(command);
            }
            return "";
        }

        private void send(int number, boolean kept) {
            Notification event = pmix.events().notify(CODE).toNamespace().text(Integer.toString(number));
            (kept ? event.cached() : event).send();
        }
    }

    /** Returns the copy of a class loader that shares no class of the library with this one. */
    @SuppressWarnings("unchecked")
    private static UnaryOperator<String> other() throws Exception {
        return (UnaryOperator<String>) OtherCopy.of(Copy.class);
    }

    private static List<String> next(UnaryOperator<String> copy, int count) {
        List<String> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            events.add(copy.apply("next"));
        }
        return events;
    }

    /** Both receive the events of each other, see the end of a process, and go on with their groups. */
    @PmixTest(ranks = 3, nodes = 3, killed = DIES)
    void eachHasItsEventsAndGroups(Pmix pmix, RankContext context) throws Exception {
        UnaryOperator<String> first = new Copy(pmix);
        UnaryOperator<String> second = other();
        List<UnaryOperator<String>> both = List.of(first, second);
        both.forEach(copy -> copy.apply("listen"));
        pmix.fence();
        if (context.rank() == 0) {
            first.apply("send 1 false");
            second.apply("send 2 false");
        }
        for (UnaryOperator<String> copy : both) {
            assertThat(next(copy, 2)).containsExactlyInAnyOrder("0 1", "0 2");
        }
        first.apply("construct it-first");
        second.apply("construct it-second");
        both.forEach(copy -> copy.apply("fence"));
        pmix.fence();
        if (context.rank() == DIES) {
            context.killSelf();
        }
        for (UnaryOperator<String> copy : both) {
            copy.apply("await 2");
            copy.apply("fence");
        }
        first.apply("survivors it-first-rest");
        second.apply("survivors it-second-rest");
        second.apply("leave");
        second.apply("close");
        first.apply("survivors it-first-last");
        assertThat(first.apply("left")).isEqualTo("0");
    }

    /** The kept events of both have different numbers: none is taken for one that was delivered before. */
    @PmixTest(
            ranks = 2,
            nodes = {1, 2})
    void noEventIsTakenForAnother(Pmix pmix, RankContext context) throws Exception {
        UnaryOperator<String> first = new Copy(pmix);
        if (context.rank() == 1) {
            first.apply("listen");
        }
        pmix.fence();
        if (context.rank() == 0) {
            UnaryOperator<String> second = other();
            Thread sender = Thread.ofPlatform().start(() -> sendAll(second, KEPT));
            sendAll(first, 0);
            sender.join(LIMIT);
            second.apply("send 0 false");
            second.apply("close");
        } else {
            List<String> events = next(first, 2 * KEPT + 1);
            assertThat(events).doesNotHaveDuplicates();
        }
        pmix.fence();
    }

    private static void sendAll(UnaryOperator<String> copy, int from) {
        for (int i = 1; i <= KEPT; i++) {
            copy.apply("send " + (from + i) + " true");
        }
    }

    /** Two copies in a process without a launcher. */
    public static final class Alone {
        private Alone() {}

        /** Prints what each says of itself. */
        public static void main(String[] args) throws Exception {
            UnaryOperator<String> first = new Copy();
            UnaryOperator<String> second = other();
            System.out.println("singletons " + first.apply("singleton") + " " + second.apply("singleton"));
            second.apply("close");
            first.apply("close");
        }
    }

    /** libpmix reports a success to the second, as if there were a server: which it would seem to have lost. */
    @Test
    void withoutALauncherBothAreSingletons(@TempDir Path work) throws Exception {
        Launched alone = Launched.alone(work, Map.of(), Alone.class);
        assertThat(alone.output()).contains("singletons true true");
        assertThat(alone.exit()).isZero();
    }
}
