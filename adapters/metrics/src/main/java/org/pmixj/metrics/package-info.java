// SPDX-License-Identifier: Apache-2.0
/**
 * Offers what a rank does with PMIx as meters of Micrometer: its operations and their waits, its groups, the members that
 * they have lost, and its events. {@link org.pmixj.metrics.PmixMetrics} is the binder.
 */
@NullMarked
package org.pmixj.metrics;

import org.jspecify.annotations.NullMarked;
