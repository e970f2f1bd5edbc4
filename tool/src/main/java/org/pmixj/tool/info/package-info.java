// SPDX-License-Identifier: Apache-2.0
/** {@code pmixj info}: lists what the running libpmix has. */
@NullMarked
package org.pmixj.tool.info;

import org.jspecify.annotations.NullMarked;
