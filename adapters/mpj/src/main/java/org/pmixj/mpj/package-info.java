// SPDX-License-Identifier: Apache-2.0
/** Runs programs for MPJ Express as ranks of a PMIx job. */
@NullMarked
package org.pmixj.mpj;

import org.jspecify.annotations.NullMarked;
