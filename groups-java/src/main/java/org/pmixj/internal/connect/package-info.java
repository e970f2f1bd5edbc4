// SPDX-License-Identifier: Apache-2.0
/** Connects and disconnects processes, as RFC 0003 describes or by the host alone. */
@NullMarked
package org.pmixj.internal.connect;

import org.jspecify.annotations.NullMarked;
