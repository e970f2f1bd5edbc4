// SPDX-License-Identifier: Apache-2.0
/** {@code pmixj run}: composes the command line of a job, and starts it. */
@NullMarked
package org.pmixj.tool.run;

import org.jspecify.annotations.NullMarked;
