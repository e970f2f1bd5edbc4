// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.event;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.event.Event;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.data.KnownJobs;
import org.pmixj.internal.job.JobImpl;
import org.pmixj.job.Job;

/** Tests whether the sender of an event is on this node. The server is asked once about a process of another job. */
public final class SameNode implements Predicate<Event> {
    private final Handle handle;
    private final @Nullable Predicate<? super Event> next;
    private final ConcurrentHashMap<ProcId, Boolean> known = new ConcurrentHashMap<>();

    public SameNode(Handle handle, @Nullable Predicate<? super Event> next) {
        this.handle = handle;
        this.next = next;
    }

    @Override
    public boolean test(Event event) {
        ProcId source = event.source().orElse(null);
        return source != null && isHere(source) && (next == null || next.test(event));
    }

    public boolean isHere(ProcId proc) {
        if (handle.session.singleton() || proc.equals(handle.session.self())) {
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
        String nspace = proc.nspace();
        try {
            Job job = nspace.equals(handle.session.self().nspace())
                    ? JobImpl.of(handle, nspace, KnownJobs.ownSize(handle.session))
                    : JobImpl.other(handle, nspace);
            return JobImpl.process(job, proc).isLocal();
        } catch (PmixException.NotFound e) {
            return false;
        }
    }
}
