// SPDX-License-Identifier: Apache-2.0
/** Asks for model declarations that libpmix did not deliver, and finds those of ended processes. */
@NullMarked
package org.pmixj.internal.model.repair;

import org.jspecify.annotations.NullMarked;
