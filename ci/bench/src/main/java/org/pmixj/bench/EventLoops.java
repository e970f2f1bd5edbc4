// SPDX-License-Identifier: Apache-2.0
package org.pmixj.bench;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ProcId;
import org.pmixj.ValueType;
import org.pmixj.event.Event;
import org.pmixj.event.EventOutcome;
import org.pmixj.event.HandlerBuilder;
import org.pmixj.event.Notification;
import org.pmixj.event.Registration;
import org.pmixj.group.Group;

/** Measures the events of {@link Loops}: one handler, and notifications that end when it has been called. */
final class EventLoops {
    private static final PmixStatus EVENT = new PmixStatus(-10_001);
    private static final Key<Long> NUMBER = Key.of("bench.number", ValueType.INT64);

    private final Pmix pmix;

    // The number of the last event; guarded by this object.
    private long told = -1;

    EventLoops(Pmix pmix) {
        this.pmix = pmix;
        HandlerBuilder handler = pmix.events().on(EVENT);
        Registration _ = (Boolean.getBoolean("pmixj.bench.inline") ? handler.inline() : handler).register(this::handle);
    }

    private synchronized EventOutcome handle(Event event) {
        told = event.attributes().get(NUMBER).orElse(-1L);
        notifyAll();
        return EventOutcome.noAction();
    }

    private synchronized void await(long number) {
        try {
            while (told != number) {
                wait();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Notification number(int iteration) {
        return pmix.events().notify(EVENT).with(NUMBER, (long) iteration);
    }

    Phase self(int count) {
        return new Phase(
                "event-self",
                iteration -> {
                    number(iteration).toProcess().send();
                    await(iteration);
                },
                count);
    }

    /** Receives an event that rank 0 sends to all members of a group. */
    void toAll(Group group, int number) {
        if (pmix.self().rank() == 0) {
            number(number).toGroup(group).send();
        }
        await(number);
    }

    // --- to another and back: one of a pair asks and measures, the other answers ----------------------------------

    Phase near(int count) {
        return pair("event-near", nearPair(), count);
    }

    Phase far(int count) {
        return pair("event-far", farPair(), count);
    }

    private Phase pair(String name, @Nullable ProcId peer, int count) {
        if (peer == null) {
            return new Phase(name, null, count);
        }
        if (pmix.self().rank() < peer.rank()) {
            return new Phase(
                    name,
                    iteration -> {
                        number(iteration).to(peer).send();
                        await(iteration);
                    },
                    count);
        }
        return new Phase(
                name,
                iteration -> {
                    await(iteration);
                    number(iteration).to(peer).send();
                },
                null,
                count);
    }

    /** Returns the peer on this node: the first is with the second, and so on. */
    private @Nullable ProcId nearPair() {
        List<ProcId> local = pmix.node().members();
        int index = local.indexOf(pmix.self()) ^ 1;
        return index < local.size() ? local.get(index) : null;
    }

    /** Returns the peer on another node: an even rank is with the next one. */
    private @Nullable ProcId farPair() {
        int other = pmix.self().rank() ^ 1;
        if (other >= pmix.job().size()) {
            return null;
        }
        ProcId proc = pmix.job().member(other);
        return pmix.node().members().contains(proc) ? null : proc;
    }
}
