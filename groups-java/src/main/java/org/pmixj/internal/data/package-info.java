// SPDX-License-Identifier: Apache-2.0
/** Puts, gets, fences and aborts. */
@NullMarked
package org.pmixj.internal.data;

import org.jspecify.annotations.NullMarked;
