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
    private final Session session = new Session(new ProcId("test", 0), true, false, null);

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
        assertThat(session.known(slot)).isNull();
        Part part = session.part(slot);
        assertThat(session.part(slot)).isSameAs(part);
        assertThat(session.known(slot)).isSameAs(part);
    }

    @Test
    void aPartThatFailsStopsNoOther() {
        session.part(slot(7, "last", false));
        session.part(slot(2, "middle", true));
        session.part(slot(0, "first", false));
        session.handleClosed(
                new Handle(new Session(new ProcId("test", 0), true, false, null), null, Duration.ofSeconds(1)));
        session.leave();
        session.endParts();
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
        session.endParts();
        assertThat(calls).isEmpty();
        session.part(slot(4, "late", false));
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
        assertThatThrownBy(() -> session.part(slot)).hasMessage("once");
        assertThat(session.part(slot).name).isEqualTo("again");
    }
}
