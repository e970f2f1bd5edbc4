// SPDX-License-Identifier: Apache-2.0
/** Publishes and looks up values (PMIx Standard). Start with {@link org.pmixj.directory.Directory}. */
@NullMarked
package org.pmixj.directory;

import org.jspecify.annotations.NullMarked;
