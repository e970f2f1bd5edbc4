// SPDX-License-Identifier: Apache-2.0
/** Works around memory that libpmix does not free. */
@NullMarked
package org.pmixj.internal.ffi.repair;

import org.jspecify.annotations.NullMarked;
