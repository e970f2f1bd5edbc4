// SPDX-License-Identifier: Apache-2.0
/** Starting and ending processes: {@link org.pmixj.process.Processes} is where to start. */
@NullMarked
package org.pmixj.process;

import org.jspecify.annotations.NullMarked;
