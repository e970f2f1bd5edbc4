// SPDX-License-Identifier: Apache-2.0
/** Process groups of PMIx RFC 0033: {@link org.pmixj.group.Groups} makes them, {@link org.pmixj.group.Group} is one. */
@NullMarked
package org.pmixj.group;

import org.jspecify.annotations.NullMarked;
