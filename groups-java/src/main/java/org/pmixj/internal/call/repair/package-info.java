// SPDX-License-Identifier: Apache-2.0
/** Works around answers of PRRTE. */
@NullMarked
package org.pmixj.internal.call.repair;

import org.jspecify.annotations.NullMarked;
