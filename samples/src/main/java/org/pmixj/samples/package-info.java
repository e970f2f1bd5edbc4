// SPDX-License-Identifier: Apache-2.0
/** Contains programs to start from; {@code samples/run} runs them. */
@NullMarked
package org.pmixj.samples;

import org.jspecify.annotations.NullMarked;
