// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pmixj.Job;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.event.Event;

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

    boolean isHere(ProcId proc) {
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
            return JobImpl.process(job(proc.nspace()), proc).isLocal();
        } catch (PmixException.NotFound e) {
            return false;
        }
    }

    private Job job(String nspace) {
        return nspace.equals(context.session.self().nspace())
                ? JobImpl.of(context, nspace, Jobs.ownSize(context.session))
                : JobImpl.other(context, nspace);
    }
}
