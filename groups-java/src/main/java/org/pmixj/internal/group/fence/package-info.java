// SPDX-License-Identifier: Apache-2.0
/**
 * Groups where the host has none: {@link org.pmixj.internal.group.fence.MemberGroups} is the {@link
 * org.pmixj.internal.group.GroupMethod} of such a host. The members send each other what they contribute ({@link
 * org.pmixj.internal.group.fence.Contributions}), a destruct is a fence, and libpmix knows nothing of the group.
 *
 * <ul>
 *   <li>{@link org.pmixj.internal.group.fence.PublishedGroups}: with libpmix before 7.0 under PRRTE, which stores values.
 *       {@link org.pmixj.internal.group.fence.PublishedConstruct} publishes those of this process, and waits until those of
 *       all are there. Members that do not know each other find each other before ({@link
 *       org.pmixj.internal.group.fence.PublishedMeeting}). Exchanges, invitations and connections are those of a host with groups.
 *   <li>{@link org.pmixj.internal.group.fence.FenceGroups}: under a PMIx server such as those of Slurm and Flux, which has
 *       values and fences alone. A construct is one fence of the members, {@link org.pmixj.internal.data.ShareCall};
 *       exchanges by fences are in {@code group.exchange}, as {@code FenceExchange}.
 * </ul>
 */
@NullMarked
package org.pmixj.internal.group.fence;

import org.jspecify.annotations.NullMarked;
