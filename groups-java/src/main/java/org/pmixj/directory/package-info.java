// SPDX-License-Identifier: Apache-2.0
/** Publish and lookup of the PMIx Standard: {@link org.pmixj.directory.Directory} is where to start. */
@NullMarked
package org.pmixj.directory;

import org.jspecify.annotations.NullMarked;
