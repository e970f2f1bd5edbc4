// SPDX-License-Identifier: Apache-2.0
package org.pmixj;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.pmixj.group.Group;
import org.pmixj.internal.base.Checks;
import org.pmixj.internal.base.Directives;

/**
 * Describes a fence ({@code PMIx_Fence}, PMIx Standard 6.2.1). All participants must request the same; those that name
 * other participants do not meet. Immutable.
 *
 * @param members the participants, an immutable list; empty for every process of the own job
 * @param collectData whether the fence exchanges what the participants have put and committed, see {@link #withoutData}
 * @param faultTolerant whether the fence of a group continues without members that end or leave meanwhile, see {@link
 *     #withFaultTolerance}
 * @param timeout more than zero; empty for the default of the handle
 * @param directives passed to libpmix as they are
 */
public record FenceRequest(
        List<ProcId> members,
        boolean collectData,
        boolean faultTolerant,
        Optional<Duration> timeout,
        Attributes directives) {
    private static final FenceRequest JOB = of(List.of());

    /**
     * Checks the components; throws {@link IllegalArgumentException} if a namespace is given both as a whole and by rank
     * (libpmix would never complete it), the timeout is not positive, or this library sets one of the directives.
     */
    public FenceRequest {
        Set<ProcId> distinct = new LinkedHashSet<>(Checks.procs("members", members));
        for (ProcId member : distinct) {
            if (!member.isWildcard() && distinct.contains(ProcId.all(member.nspace()))) {
                throw new IllegalArgumentException(
                        member + " and the whole of its namespace are both participants; give one of them");
            }
        }
        members = List.copyOf(distinct);
        Checks.timeout(timeout);
        Directives.FENCE.check(directives);
    }

    /** {@return a request for a fence over the own job that exchanges data} */
    public static FenceRequest ofJob() {
        return JOB;
    }

    /**
     * {@return a request for a fence over some processes that exchanges data}
     *
     * @param members the participants, among them this process, the same on all of them; without any, the own job
     * @throws IllegalArgumentException if a namespace is given both as a whole and by rank
     */
    public static FenceRequest of(List<ProcId> members) {
        return new FenceRequest(members, true, false, Optional.empty(), Attributes.none());
    }

    /**
     * {@return a request for a fence over some processes, as {@link #of(List)}}
     *
     * @param members the participants
     */
    public static FenceRequest of(ProcId... members) {
        return of(List.of(members));
    }

    /**
     * {@return a request for a fence over the members of a group that exchanges data} All members must take part, and
     * name the group as such.
     *
     * @param group a group this process is a member of
     * @throws IllegalStateException if it no longer is
     */
    public static FenceRequest of(Group group) {
        Checks.active(group);
        return of(List.of(ProcId.all(group.id())));
    }

    /**
     * {@return this request, but nothing is exchanged: a barrier only} Otherwise the fence exchanges what was put and
     * committed ({@code PMIX_COLLECT_DATA}). Across nodes the values of all participants travel in one message, which
     * PRRTE limits to 100 MiB; the fence throws {@link IllegalArgumentException} if this process has committed more than
     * its share of that.
     */
    public FenceRequest withoutData() {
        return new FenceRequest(members, false, faultTolerant, timeout, directives);
    }

    /**
     * {@return this request with fault tolerance: the fence of a {@linkplain #of(Group) group} continues without
     * members that end or leave} Without it the fence fails with {@link PmixException.MemberLost}. It sets {@code
     * PMIX_GROUP_FT_COLLECTIVE}, and requires a host that reports the ends of processes: {@code prterun
     * --runtime-options recoverable,notifyerrors}.
     */
    public FenceRequest withFaultTolerance() {
        return new FenceRequest(members, collectData, true, timeout, directives);
    }

    /**
     * {@return this request with a timeout of the fence ({@code PMIX_TIMEOUT})}
     *
     * @param bound more than zero
     */
    public FenceRequest withTimeout(Duration bound) {
        return new FenceRequest(members, collectData, faultTolerant, Optional.of(bound), directives);
    }

    /**
     * {@return this request with more directives, for which there is no method here} They are passed to libpmix as they
     * are.
     *
     * @param more attributes that libpmix or the host knows
     * @throws IllegalArgumentException if this library sets one of them; the message names the method to use
     */
    public FenceRequest withDirectives(Attributes more) {
        return new FenceRequest(members, collectData, faultTolerant, timeout, directives.and(more));
    }
}
