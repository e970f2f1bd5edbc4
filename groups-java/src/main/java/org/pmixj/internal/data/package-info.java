// SPDX-License-Identifier: Apache-2.0
/** Implements put, get, fence and abort. */
@NullMarked
package org.pmixj.internal.data;

import org.jspecify.annotations.NullMarked;
