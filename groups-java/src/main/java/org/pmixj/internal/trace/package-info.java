// SPDX-License-Identifier: Apache-2.0
/**
 * Tells a recording what happens in this process. Without one, {@link org.pmixj.internal.trace.Trace#tracer} is null,
 * and a call costs the read of that field, and the empty methods of {@link org.pmixj.internal.trace.Span#NONE}. {@code
 * trace.jfr} writes the recording; only it names classes of {@code jdk.jfr}.
 */
@NullMarked
package org.pmixj.internal.trace;

import org.jspecify.annotations.NullMarked;
