// SPDX-License-Identifier: Apache-2.0
/** Asks again for models that libpmix did not report, and withdraws those of dead processes. */
@NullMarked
package org.pmixj.internal.model.repair;

import org.jspecify.annotations.NullMarked;
