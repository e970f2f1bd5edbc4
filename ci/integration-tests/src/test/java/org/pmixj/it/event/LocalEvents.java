// SPDX-License-Identifier: Apache-2.0
package org.pmixj.it.event;

import org.pmixj.Key;
import org.pmixj.Pmix;
import org.pmixj.PmixStatus;
import org.pmixj.ValueType;
import org.pmixj.event.Event;
import org.pmixj.event.HandlerBuilder;

/** Numbered events that a process sends to itself. */
final class LocalEvents {
    static final PmixStatus A = new PmixStatus(-3001);
    static final PmixStatus B = new PmixStatus(-3002);
    static final PmixStatus C = new PmixStatus(-3003);
    static final Key<Integer> NUMBER = Key.of("it.number", ValueType.INT32);

    private LocalEvents() {}

    /** Returns a builder of a handler of some codes, or of any if there are none. */
    static HandlerBuilder on(Pmix pmix, PmixStatus... codes) {
        return codes.length == 0 ? pmix.events().onAny() : pmix.events().on(codes);
    }

    static void send(Pmix pmix, PmixStatus code, int number) {
        pmix.events().notify(code).toProcess().with(NUMBER, number).send();
    }

    static int number(Event event) {
        return event.attributes().get(NUMBER).orElseThrow();
    }
}
