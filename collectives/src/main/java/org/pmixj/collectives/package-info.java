// SPDX-License-Identifier: Apache-2.0
/**
 * The collectives of MPI among the members of a {@link org.pmixj.group.Group}, for small values: a broadcast, a gather and
 * reductions. Start with {@link org.pmixj.collectives.Collectives}. Everything here is written on the public API of {@code
 * org.pmixj}, by {@linkplain org.pmixj.group.Group#exchange exchanges}.
 */
@NullMarked
package org.pmixj.collectives;

import org.jspecify.annotations.NullMarked;
