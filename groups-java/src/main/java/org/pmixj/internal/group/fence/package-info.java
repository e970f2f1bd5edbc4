// SPDX-License-Identifier: Apache-2.0
/**
 * Groups where the host has none: libpmix before 7.0, or a PMIx server such as those of Slurm and Flux.
 *
 * <p>{@link org.pmixj.internal.group.fence.FenceGroups} is the {@link org.pmixj.internal.group.GroupMethod} of such a
 * host. A construct is one fence of the members, with what each contributes ({@link
 * org.pmixj.internal.group.fence.FenceConstruct}), a destruct is another one, and libpmix knows nothing of the group.
 * The fence itself is {@link org.pmixj.internal.data.ShareCall}; exchanges by fences are in {@code group.exchange}, as
 * {@code FenceExchange}.
 */
@NullMarked
package org.pmixj.internal.group.fence;

import org.jspecify.annotations.NullMarked;
