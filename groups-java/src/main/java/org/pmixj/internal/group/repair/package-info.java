// SPDX-License-Identifier: Apache-2.0
/** Does what RFC 0033 promises about failing members and colliding ids, and libpmix does not. */
@NullMarked
package org.pmixj.internal.group.repair;

import org.jspecify.annotations.NullMarked;
