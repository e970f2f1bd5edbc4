// SPDX-License-Identifier: Apache-2.0
/**
 * Process groups of PMIx RFC 0033: {@link org.pmixj.group.Groups} constructs them, {@link org.pmixj.group.Group} is
 * one.
 *
 * <p>Members may be C programs that use libpmix alone. They construct, use, leave and destruct groups together with
 * Java programs. Their fences must pass {@code PMIX_COLLECT_DATA}, and the group as the processes: its id as the
 * namespace with {@code PMIX_RANK_WILDCARD}, or each member alone, in any order. A namespace as a whole does not meet
 * the members in Java, even if all its processes are members: both sides fail after their timeouts. What this package
 * does about departed members, it does in its own process only. For members in C the following holds:
 *
 * <ul>
 *   <li>libpmix removes members that leave only in a process that has a handler for {@code PMIX_GROUP_LEFT}. Without
 *       one, the next collective of all members fails after its timeout.
 *   <li>libpmix ignores the end of a member. The process in C must register for the codes of {@link
 *       org.pmixj.event.EventDetail.ProcessTerminated}, and then notify its own libpmix: {@code
 *       PMIx_Notify_event(PMIX_GROUP_LEFT, &ended, PMIX_RANGE_PROC_LOCAL, …)} with {@code PMIX_GROUP_ID} and {@code
 *       PMIX_EVENT_AFFECTED_PROC}. libpmix has removed the member when it calls the handler of this process for {@code
 *       PMIX_GROUP_LEFT}. Until then every collective of all members fails after its timeout.
 *   <li>After the end of a member, {@link org.pmixj.group.Group#destruct} is a fence of the remaining members, because
 *       the destruct of libpmix would not complete. A member in C takes part by {@code PMIx_Fence} of the group without
 *       {@code PMIX_COLLECT_DATA}, and then {@code PMIx_Group_leave}; its {@code PMIx_Group_destruct} would fail after
 *       its timeout.
 *   <li>If a member ends or leaves during a collective, the collective fails for members in Java within two seconds.
 *       For a member in C it may fail only after its {@code PMIX_TIMEOUT}. So every collective in C needs {@code
 *       PMIX_TIMEOUT}; after a timeout the member in C repeats it.
 *   <li>If a construct fails because a member ended, the members in Java may attempt it again without that member,
 *       under an id that a member in C does not know. For the member in C the construct has failed. If it has finalized
 *       or ended, the group is constructed without it; otherwise the attempt fails after the timeout.
 *   <li>Each process in Java notifies its own handlers of {@code PMIX_GROUP_MEMBERSHIP_UPDATE}, {@code
 *       PMIX_GROUP_MEMBER_FAILED}, {@code PMIX_GROUP_LEADER_FAILED} and, in a construct, {@code
 *       PMIX_GROUP_INVITE_FAILED}. A member in C does not receive these events. It knows the members from the answer to
 *       its construct, and then from {@code PMIX_GROUP_LEFT} and the codes of {@link
 *       org.pmixj.event.EventDetail.ProcessTerminated}.
 *   <li>The following is for members in Java alone: {@link org.pmixj.group.GroupRequest.Builder#notifyTermination},
 *       {@link org.pmixj.group.GroupRequest.Builder#faultTolerant}, {@link
 *       org.pmixj.group.GroupRequest.Builder#optional}, the leader of a construct with its policies, the election of a
 *       new leader, {@link org.pmixj.group.Group#exchange(org.pmixj.ValueType, Object) exchange}, {@link
 *       org.pmixj.group.Group#split(int, int) split}, and the collectives of {@code org.pmixj.collectives}.
 * </ul>
 */
@NullMarked
package org.pmixj.group;

import org.jspecify.annotations.NullMarked;
