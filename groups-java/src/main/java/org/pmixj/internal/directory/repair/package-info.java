// SPDX-License-Identifier: Apache-2.0
/** Has the host keep published values that others depend on. */
@NullMarked
package org.pmixj.internal.directory.repair;

import org.jspecify.annotations.NullMarked;
