// SPDX-License-Identifier: Apache-2.0
/** {@code pmixj run --trace} and {@code pmixj trace}: the timeline of a whole job, from what each rank has recorded. */
@NullMarked
package org.pmixj.tool.trace;

import org.jspecify.annotations.NullMarked;
