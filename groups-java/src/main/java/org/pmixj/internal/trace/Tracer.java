// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.trace;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.pmixj.ProcId;

/** Receives what happens in this process. Each method may be called on any thread, and never waits. */
public interface Tracer {
    /** Says what a process is. */
    record Identity(ProcId self, int jobSize, String node, long session) {}

    /** Describes an event, with the number that its sender gave it; 0 if there is none. */
    record Received(int code, @Nullable ProcId source, long id) {}

    /** Describes a phase, or a parallel region, which has threads. */
    record Section(String model, String name, String type, long threads) {}

    /** Describes a group after a change. */
    record GroupState(String id, List<ProcId> members, int rank, long contextId, int departures) {}

    /** Records who this process is, now and in each chunk of the recording. */
    void session(Identity identity);

    /** Starts the record of an operation. */
    Span begin(Traced operation);

    /** Returns whether a notification needs a number that arrives with it, by which it is found at its receivers. */
    boolean followsNotifications();

    /** Records that an event has arrived, and returns its number among the events that did. */
    long received(Received event);

    /** Starts the record of a call of a handler, and returns what ends it, with the outcome. */
    Consumer<String> handlerCalled(String handler, Received event, long receipt);

    /** Records that a model was {@code declared} or {@code updated}. */
    void model(String change, String model, String reach);

    /** Starts the record of a phase, or of a parallel region, and returns what ends it. */
    Runnable entered(Section section);

    /** Records a change of a group: {@code constructed}, {@code memberLeft} and so on. */
    void group(String change, GroupState state);

    /** Records that a group has lost a member by its death. */
    void memberLost(ProcId member, GroupState rest);
}
