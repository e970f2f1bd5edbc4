// SPDX-License-Identifier: Apache-2.0
/** Keeps published values at the host that others depend on. */
@NullMarked
package org.pmixj.internal.directory.repair;

import org.jspecify.annotations.NullMarked;
