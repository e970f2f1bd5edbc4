// SPDX-License-Identifier: Apache-2.0
/** Spawns jobs and resolves peers and nodes. */
@NullMarked
package org.pmixj.internal.process;

import org.jspecify.annotations.NullMarked;
