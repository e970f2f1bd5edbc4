// SPDX-License-Identifier: Apache-2.0
/**
 * Process groups of PMIx RFC 0033: {@link org.pmixj.group.Groups} makes them, {@link org.pmixj.group.Group} is one.
 *
 * <p>Members may be C programs, which have libpmix alone. Groups are constructed, used, left and destructed with them
 * like with others; their fences must pass {@code PMIX_COLLECT_DATA}. What this package does about members that go, it
 * does in its own process. It cannot do it for a member in C:
 *
 * <ul>
 *   <li>libpmix takes those who leave out of the group only in a process that has a handler for {@code
 *       PMIX_GROUP_LEFT}. Without one, the next collective of all ends by its timeout.
 *   <li>libpmix takes no notice of a death. The member in C must register for the codes of {@link
 *       org.pmixj.event.EventDetail.ProcessTerminated}, and then tell its libpmix: {@code
 *       PMIx_Notify_event(PMIX_GROUP_LEFT, &dead, PMIX_RANGE_PROC_LOCAL, …)} with {@code PMIX_GROUP_ID} and {@code
 *       PMIX_EVENT_AFFECTED_PROC}; libpmix has understood when the member's own handler for {@code PMIX_GROUP_LEFT} is
 *       called. Until then every collective of all ends by its timeout.
 *   <li>After a death a {@link org.pmixj.group.Group#destruct} is a fence of those who are left, since that of libpmix
 *       does not come to an end. A member in C takes part in it by {@code PMIx_Fence} of the group without {@code
 *       PMIX_COLLECT_DATA}, and then {@code PMIx_Group_leave}; its {@code PMIx_Group_destruct} ends by its timeout.
 *   <li>A collective that is under way when a member dies fails for members in Java within two seconds. For one in C
 *       it may end only by its {@code PMIX_TIMEOUT}, where the dead was alone on its node.
 *   <li>{@link org.pmixj.group.GroupRequest.Builder#notifyTermination} and {@link
 *       org.pmixj.group.GroupRequest.Builder#faultTolerant} hold for members in Java.
 * </ul>
 */
@NullMarked
package org.pmixj.group;

import org.jspecify.annotations.NullMarked;
