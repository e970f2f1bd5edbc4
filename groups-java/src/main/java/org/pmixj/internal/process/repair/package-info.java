// SPDX-License-Identifier: Apache-2.0
/** Refuses or completes requests to spawn that the host accepts and does not serve. */
@NullMarked
package org.pmixj.internal.process.repair;

import org.jspecify.annotations.NullMarked;
