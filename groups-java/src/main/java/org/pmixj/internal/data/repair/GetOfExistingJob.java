// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.data.repair;

import java.util.List;
import java.util.function.Function;
import org.pmixj.GetOptions;
import org.pmixj.PmixValue;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Defect;
import org.pmixj.internal.call.Handle;
import org.pmixj.internal.call.Session;
import org.pmixj.internal.data.Get;
import org.pmixj.internal.data.KnownJobs;

/** Asks the host whether another job exists: libpmix never answers a get from an unknown namespace. */
public class GetOfExistingJob<T> extends Get<T> {
    /** Whether the host must be asked. */
    private boolean foreign;

    /** Returns a get as its superclass, as {@link GetInTurn#of} does. */
    public static <T> Get<T> of(
            Handle handle, ProcId proc, String key, GetOptions options, Function<PmixValue, T> conversion) {
        return new GetOfExistingJob<>(handle, proc, key, options, conversion);
    }

    GetOfExistingJob(Handle handle, ProcId proc, String key, GetOptions options, Function<PmixValue, T> conversion) {
        super(handle, proc, key, options, conversion);
        Session session = handle.session;
        this.foreign = !proc.nspace().equals(session.self().nspace())
                && !session.singleton()
                && Defect.GET_OF_UNKNOWN_NAMESPACE_HANGS.isHere();
    }

    @Override
    protected boolean chooseWorker() {
        return foreign || super.chooseWorker();
    }

    @Override
    protected final void prepare() {
        if (foreign) {
            KnownJobs.of(handle().session).require(handle(), what, List.of(proc.nspace()));
            foreign = false;
        }
    }
}
