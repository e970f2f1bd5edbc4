// SPDX-License-Identifier: Apache-2.0
/** Refuses launch requests that the host accepts and cannot serve. */
@NullMarked
package org.pmixj.internal.process.repair;

import org.jspecify.annotations.NullMarked;
