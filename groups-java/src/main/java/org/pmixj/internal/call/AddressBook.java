// SPDX-License-Identifier: Apache-2.0
package org.pmixj.internal.call;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pmixj.FenceRequest;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.internal.base.Absent;
import org.pmixj.internal.base.Deadline;

/** Translates addresses in groups and connections into processes. */
public interface AddressBook extends SessionPart {
    /** Returns whether there is no group and no connection. */
    boolean isEmpty();

    /** Returns whether a process of a namespace is, or was, a member of a group or connection that there is. */
    boolean haveMembersOf(String namespace);

    /** Returns whether a namespace is the one of a group or connection. */
    boolean isActive(String namespace);

    /** Returns the process at an address; throws if there is none. */
    ProcId resolve(String what, ProcId proc);

    /** Returns the processes at some addresses, without duplicates; throws if there is none at one of them. */
    List<ProcId> resolve(String what, List<ProcId> procs);

    /** Returns the processes at some addresses; keeps addresses that are in no group. */
    List<ProcId> expand(List<ProcId> procs);

    /** Returns the fence of a group, or null if the participants are not the members of one group. */
    @Nullable
    Operation<Void> fence(FenceRequest request, Duration timeout);

    /**
     * Returns whether the fences of groups start on one thread, in the order in which they are called: where groups are
     * constructed by fences, which the host does not distinguish.
     */
    boolean startsFencesInTurn();

    /** Called when an operation starts that waits for all members of a group. */
    void collectiveStarts();

    /** Returns whether this process has called a collective of a name, so far as only groups know. On any thread. */
    boolean hasCalled(String name);

    WhoIsMissing whoIsMissing(Session session);

    /** Knows jobs and the processes of this node, by which events reach those whom they are for; ends the own job. */
    interface Jobs extends SessionPart {
        /** Returns whether a namespace is known to exist, or to have existed. */
        boolean exists(String nspace);

        /** Asks the host whether namespaces exist, within the default timeout; throws if one does not. */
        void require(Handle handle, String what, Collection<String> nspaces);

        /** Returns the number of processes of a namespace, 0 if it is not known to this process. */
        int size(Session session, String nspace);

        /** Returns the test whether a process is on this node. It may ask the server about one of another job. */
        Predicate<ProcId> onThisNode(Handle handle);

        /** Aborts the job of this process, and prints why. */
        void abort(Handle handle, int status, String message);
    }

    /** An operation in its blocking and its asynchronous form. */
    interface Operation<T> {
        /** The names of constructs and destructs for {@link WhoIsMissing} start with these, and end with the id. */
        String CONSTRUCT = "construct ";

        String DESTRUCT = "destruct ";

        /** Runs the operation, and waits until it has succeeded; throws if it fails. */
        @Nullable
        T run();

        /** Starts the operation, and returns its future. */
        CompletableFuture<T> submit();
    }

    /** Learns who has not called a collective that is about to time out here. */
    interface WhoIsMissing {
        /**
         * Asks the others, and returns at once.
         *
         * @param name by which all participants know the collective
         * @param calledAt when this process called it, by {@link Deadline#now}
         */
        void begin(String name, List<ProcId> participants, Duration timeout, long calledAt);

        /** Returns who has not called it. Waits until the time of the caller is over, and asks if nobody has. */
        Absent ask(String name, List<ProcId> participants, Duration timeout, long calledAt);

        /** Returns the exception for a collective that has timed out, and says who has not called it, as {@link #ask}. */
        default PmixException.Timeout timedOut(
                String what, String name, List<ProcId> participants, Duration timeout, long calledAt) {
            return Deadline.collectiveTimeout(what, timeout, ask(name, participants, timeout, calledAt));
        }
    }
}
