// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.pmixj.FenceRequest;
import org.pmixj.ProcId;

/** Translates addresses in groups and connections into processes, for all that take a {@link ProcId}. */
public interface AddressBook extends SessionPart {
    /** Returns whether there is no group and no connection. */
    boolean isEmpty();

    /** Returns whether a namespace is that of a group or connection. */
    boolean isActive(String namespace);

    /** Returns the process behind an address; throws where there is none. */
    ProcId resolve(String what, ProcId proc);

    /** Returns the processes behind addresses, each once; throws where there is none. */
    List<ProcId> resolve(String what, List<ProcId> procs);

    /** Returns the processes behind addresses; keeps those that are in no group. */
    List<ProcId> expand(List<ProcId> procs);

    /** Returns the fence of a group, or null if the participants are not the members of one group. */
    @Nullable
    Collective<Void> fence(FenceRequest request, Duration timeout);

    /** What several processes do together, in its two forms. */
    interface Collective<T> {
        /** Waits until it has succeeded, or throws. */
        @Nullable
        T run();

        /** Starts it. */
        CompletableFuture<T> submit();
    }
}
