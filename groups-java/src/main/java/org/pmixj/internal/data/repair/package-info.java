// SPDX-License-Identifier: Apache-2.0
/** Works around defects of libpmix in puts and fences. */
@NullMarked
package org.pmixj.internal.data.repair;

import org.jspecify.annotations.NullMarked;
