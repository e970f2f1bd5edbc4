// SPDX-License-Identifier: Apache-2.0
/** Works around what libpmix does wrong in puts and fences. */
@NullMarked
package org.pmixj.internal.data.repair;

import org.jspecify.annotations.NullMarked;
