// SPDX-License-Identifier: Apache-2.0
/** Implements queries, control and logging. */
@NullMarked
package org.pmixj.internal.host;

import org.jspecify.annotations.NullMarked;
