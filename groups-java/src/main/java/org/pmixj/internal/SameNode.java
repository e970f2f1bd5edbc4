// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.event.Event;
import org.pmixj.ffi.PMIxConstants;

/** Whether the sender of an event is on this node. Of a process of another job the server is asked, once. */
final class SameNode implements Predicate<Event> {
    private final Context context;
    private final @Nullable Predicate<? super Event> next;
    private final ConcurrentHashMap<ProcId, Boolean> known = new ConcurrentHashMap<>();

    SameNode(Context context, @Nullable Predicate<? super Event> next) {
        this.context = context;
        this.next = next;
    }

    @Override
    public boolean test(Event event) {
        ProcId source = event.source().orElse(null);
        return source != null && isHere(source) && (next == null || next.test(event));
    }

    private boolean isHere(ProcId proc) {
        if (context.session.singleton() || proc.equals(context.session.self())) {
            return true;
        }
        Boolean here = known.get(proc);
        if (here == null) {
            here = ask(proc);
            known.put(proc, here);
        }
        return here;
    }

    private boolean ask(ProcId proc) {
        try {
            Lookup lookup = new Lookup(context, proc.nspace());
            String node = Lookup.text(lookup.ofRank(proc.rank(), PMIxConstants.PMIX_HOSTNAME()))
                    .orElse(null);
            return node != null && node.equals(lookup.here().orElse(null));
        } catch (PmixException.NotFound e) {
            return false;
        }
    }
}
