// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.trace;

import java.util.List;
import org.pmixj.ProcId;

/** Receives what happens in this process. Each method may be called on any thread, and never waits. */
public interface Tracer {
    /** Says what a process is. */
    record Identity(ProcId self, int jobSize, String node, long session) {}

    /** Describes a group after a change. */
    record GroupState(String id, List<ProcId> members, int rank, long contextId, int departures) {}

    /** Records who this process is, now and in each chunk of the recording. */
    void session(Identity identity);

    /** Starts the record of an operation. */
    Span begin(Traced operation);

    /** Records a change of a group: {@code constructed}, {@code memberLeft} and so on. */
    void group(String change, GroupState state);

    /** Records that a group has lost a member by its death. */
    void memberLost(ProcId member, GroupState rest);
}
