// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.NativeCall;
import org.pmixj.internal.call.Procedure;
import org.pmixj.internal.data.repair.FenceQueue;

/** A procedure by which processes connect or disconnect at the host. Meanwhile fences of exactly these are refused. */
public abstract class WithoutFences<T> extends Procedure<T> {
    private @Nullable Set<ProcId> refused;

    protected WithoutFences(Handle handle, String what, Duration timeout) {
        super(handle, what, timeout);
    }

    private FenceQueue fences() {
        return FenceQueue.of(handle.session, false);
    }

    /** Starts to refuse fences, unless this does so already. Throws if one is under way, or has a place. */
    protected final void refuseFences(List<ProcId> procs) {
        if (refused == null && Defect.FENCES_ALIKE.isHere()) {
            Set<ProcId> participants = Set.copyOf(procs);
            fences().connects(what, participants);
            refused = participants;
        }
    }

    /** Refuses fences, and starts a call behind those that were called before. */
    protected final void launch(NativeCall<?> call, List<ProcId> procs) {
        refuseFences(procs);
        try {
            call.launch();
        } catch (RuntimeException | Error e) {
            leavePlace();
            throw e;
        }
    }

    @Override
    public final void leavePlace() {
        if (refused != null) {
            fences().connected(refused);
            refused = null;
        }
    }
}
