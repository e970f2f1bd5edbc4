// SPDX-License-Identifier: Apache-2.0
/** Contains the programs of measured ranks in Java; {@code native/bench} has the same in C. */
@NullMarked
package org.pmixj.bench;

import org.jspecify.annotations.NullMarked;
