// SPDX-License-Identifier: Apache-2.0
package org.pmixj.group;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.pmixj.Key;
import org.pmixj.PmixException;
import org.pmixj.ProcId;
import org.pmixj.event.Registration;
import org.pmixj.job.Job;

/**
 * Represents a process group that this process is a member of (RFC 0033). The view is live: when another member departs
 * (it leaves, or the host reports its end), the ranks behind it move up. A caller that iterates reads {@link
 * #members()} once and uses that snapshot.
 *
 * <p>The group ends for this process with {@link #destruct}, which all members call, or with {@link #leave}, which this
 * process calls alone. After either, {@link #rank} and all collectives throw {@link IllegalStateException}; the other
 * methods still report the last state.
 */
public interface Group extends GroupOperations, AutoCloseable {
    /** Lists what a group is to this process. */
    enum State {
        /** This process is a member. */
        ACTIVE,
        /** {@link Group#destruct} was called here and has not ended. */
        DESTRUCTING,
        /** {@link Group#destruct} has ended here, whatever the outcome. */
        DESTRUCTED,
        /** This process has left. */
        LEFT
    }

    /** {@return the identifier of the group, as it was requested} */
    String id();

    /**
     * {@return a snapshot of the members by group rank, immutable} Their order is that in which the construction
     * returned them, the same in every process. A member that departs is removed, and those behind it move up.
     */
    Members members();

    /**
     * {@return the processes that were to be members at the construction and did not take part: they had ended before,
     * declined, or were left out by the leader} Empty unless the group was requested to go on without them ({@link
     * GroupRequest.Builder#optional}, {@link GroupRequest.Builder#faultTolerant}, {@link LeaderPolicy}). A process that
     * the leader {@linkplain LeaderDecision#replace replaced} is not missing. It does not change when a member departs.
     */
    Members missing();

    /** {@return the number of members, 1 or more while the group is active} */
    int size();

    /**
     * {@return this process's current rank in the group, 0 to size - 1} It decreases when a lower rank departs.
     *
     * @throws IllegalStateException if the group has ended
     */
    int rank();

    /**
     * {@return the context id that the host assigned ({@code PMIX_GROUP_CONTEXT_ID}), empty if there is none} It is the
     * same for all members, and no other group of this host has it. PRRTE counts down from 4294967295 (2<sup>32</sup> -
     * 1): so the first group has a number that looks like an error. There is one if a member {@linkplain
     * GroupRequest.Builder#assignContextId requested} it, and also if the construction could do without a member
     * ({@code leader}, {@code optional}, {@code faultTolerant}). In a job without a launcher there is none. Where the
     * members construct groups ({@link org.pmixj.host.Capabilities#groupMethod}), one of them assigns it, see {@link
     * GroupRequest.Builder#assignContextId}.
     */
    OptionalLong contextId();

    /**
     * {@return what a member contributed at the construction ({@link GroupRequest.Builder#info}, {@code
     * PMIX_GROUP_INFO}), empty if it contributed nothing under this key} {@code Keys.GROUP_LOCAL_CID} is the key of the
     * {@linkplain GroupRequest.Builder#localContextId context id it uses for itself}. The value arrived with the
     * construction, so
     * this asks no other process. It stays after the member departs.
     *
     * @param member a process, or {@code new ProcId(group id, rank)}
     * @param key the key under which it was contributed
     * @param <T> the Java type of the value
     * @throws IndexOutOfBoundsException if there is no such group rank
     * @throws PmixException if the member contributed a value of another type
     */
    <T> Optional<T> info(ProcId member, Key<T> key);

    /**
     * {@return the job-level information of the members' jobs, this process's own included; immutable, by namespace}
     * What is not known here is requested from the server, within the default timeout. It is read when this is called
     * first, or at the construction with {@link GroupRequest.Builder#collectData}. It remains available after a job or
     * the group has ended; a job that has ended before it is read is missing.
     *
     * @throws PmixException.Timeout if the server does not answer
     */
    Map<String, Job> jobs();

    /** {@return what the group is to this process now} */
    State state();

    /**
     * {@return the member that leads the group ({@code PMIX_GROUP_LEADER}); empty if the group was constructed by the
     * collective method without a leader, or after the leader departed}
     */
    Optional<ProcId> leader();

    /**
     * Waits until the group has so many members or fewer, because others have left or failed. The members that an
     * {@link #extend extension} adds belong to the group that it returns.
     *
     * @param size 1 or more
     * @param timeout more than zero
     * @return the members, at most so many
     * @throws IllegalStateException if the group has ended, or ends meanwhile
     * @throws PmixException.Closed if {@code Pmix} is closed meanwhile
     * @throws PmixException.Timeout if the group has more members at the end of the time
     */
    Members awaitSize(int size, Duration timeout);

    /**
     * Registers a listener for what happens to the group from now on, whether or not the members requested {@linkplain
     * GroupRequest.Builder#notifyTermination notification}. Each listener receives one event at a time, in order, on
     * the executor of the handle or a thread of the library. It may call PMIx and block, which delays its own events
     * only. Its exceptions are logged. It receives nothing after {@link GroupEvent.Destructed}, or after this process
     * left.
     *
     * @param listener called for each event
     * @return removes the listener when it is closed
     * @throws IllegalStateException if the group has ended
     */
    Registration onChange(Consumer<? super GroupEvent> listener);

    /**
     * {@return the operations of this group, with a timeout and directives}
     *
     * {@snippet file="GroupSnippets.java" region="options"}
     *
     * @param options the timeout and directives
     */
    GroupOperations with(CollectiveOptions options);

    /**
     * Revokes the group, as {@code MPIX_Comm_revoke} of ULFM does, and returns at once: every collective of the group that
     * is under way or called later ends with {@link PmixException.Revoked}, in all members, so that those which wait for
     * a failed member and those which do not know of it meet in one place. One member calls it; several may. {@code
     * pmixj-collectives} has the agreement that usually follows. A construct that all have called ends as usual. If this
     * process ends in the same moment, the others may learn of its end alone.
     *
     * <p>A revoked group is left by {@link #leave} or {@link #close}: a {@link #destruct} is a collective, too. The
     * next group has other members, or another id: a revocation of this one that arrives a quarter of a second after it was
     * left would end one of the same id and members. A member written in C takes no notice.
     *
     * @throws IllegalStateException if the group has ended
     * @throws PmixException.NotSupported if the other members would not learn of it, because the host has no events
     */
    void revoke();

    /**
     * Runs {@link #leave} if this process still is a member. It waits for no other process, so it is safe while an
     * exception unwinds.
     */
    @Override
    void close();
}
