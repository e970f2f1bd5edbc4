// SPDX-License-Identifier: Apache-2.0
/** Starts, ends and finds processes. Start with {@link org.pmixj.process.Processes}. */
@NullMarked
package org.pmixj.process;

import org.jspecify.annotations.NullMarked;
