// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pmixj.ProcId;

/** The parts of a session: creation, order, and failures. */
class SessionPartsTest {
    private final List<String> calls = new ArrayList<>();
    private final SessionParts parts = new SessionParts(new Session(new ProcId("test", 0), true, false, null));

    private final class Part implements SessionPart {
        private final String name;
        private final boolean fails;

        Part(String name, boolean fails) {
            this.name = name;
            this.fails = fails;
        }

        private void called(String what) {
            calls.add(what + " " + name);
            if (fails) {
                throw new IllegalStateException(name);
            }
        }

        @Override
        public void handleClosed(Handle handle) {
            called("closed");
        }

        @Override
        public void leave() {
            called("leave");
        }

        @Override
        public void sessionEnded() {
            called("ended");
        }
    }

    private SessionPart.Slot<Part> slot(int index, String name, boolean fails) {
        return new SessionPart.Slot<>(index) {
            @Override
            protected Part create(Session session) {
                return new Part(name, fails);
            }
        };
    }

    @Test
    void aPartIsCreatedOnceAndOnFirstUse() {
        SessionPart.Slot<Part> slot = slot(3, "a", false);
        assertThat(parts.known(slot)).isNull();
        Part part = parts.get(slot);
        assertThat(parts.get(slot)).isSameAs(part);
        assertThat(parts.known(slot)).isSameAs(part);
    }

    @Test
    void aPartThatFailsStopsNoOther() {
        parts.get(slot(7, "last", false));
        parts.get(slot(2, "middle", true));
        parts.get(slot(0, "first", false));
        parts.handleClosed(
                new Handle(new Session(new ProcId("test", 0), true, false, null), null, Duration.ofSeconds(1)));
        parts.leave();
        parts.sessionEnded();
        assertThat(calls)
                .containsExactly(
                        "closed last",
                        "closed middle",
                        "closed first",
                        "leave first",
                        "leave middle",
                        "leave last",
                        "ended first",
                        "ended middle",
                        "ended last");
    }

    @Test
    void aPartThatIsCreatedAfterTheEndEndsAtOnce() {
        parts.sessionEnded();
        assertThat(calls).isEmpty();
        parts.get(slot(4, "late", false));
        assertThat(calls).containsExactly("ended late");
    }

    @Test
    void aCreationThatFailsIsTriedAgain() {
        boolean[] failed = {false};
        SessionPart.Slot<Part> slot = new SessionPart.Slot<>(5) {
            @Override
            protected Part create(Session session) {
                if (!failed[0]) {
                    failed[0] = true;
                    throw new IllegalStateException("once");
                }
                return new Part("again", false);
            }
        };
        assertThatThrownBy(() -> parts.get(slot)).hasMessage("once");
        assertThat(parts.get(slot).name).isEqualTo("again");
    }
}
