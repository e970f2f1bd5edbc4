// SPDX-License-Identifier: Apache-2.0
/** Prepares the JVMs of ranks before a job is launched. Start with {@link org.pmixj.launch.ClassCache}. */
@NullMarked
package org.pmixj.launch;

import org.jspecify.annotations.NullMarked;
