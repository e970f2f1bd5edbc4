// SPDX-License-Identifier: Apache-2.0
/**
 * The boundary to libpmix. Calls go down through {@link org.pmixj.internal.Native}, completions come up through
 * {@link org.pmixj.internal.Upcalls} and {@link org.pmixj.internal.Inflight}, user code runs on the
 * {@link org.pmixj.internal.Dispatcher}. Not exported.
 *
 * <p>Code on the start-up path keeps away from lambdas, streams, formatting and regular expressions: every rank of a
 * job pays for their first use.
 */
@NullMarked
package org.pmixj.internal;

import org.jspecify.annotations.NullMarked;
