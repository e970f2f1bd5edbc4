// SPDX-License-Identifier: Apache-2.0
/** Refuses what makes the host fail. */
@NullMarked
package org.pmixj.internal.host.repair;

import org.jspecify.annotations.NullMarked;
