// SPDX-License-Identifier: Apache-2.0
/** Reads and writes the structs of libpmix: infos, values, process identifiers, hardware. */
@NullMarked
package org.pmixj.internal.codec;

import org.jspecify.annotations.NullMarked;
