// SPDX-License-Identifier: Apache-2.0
/** Checks arguments, and provides status codes, deadlines and the log. It needs only the JDK and the vocabulary. */
@NullMarked
package org.pmixj.internal.base;

import org.jspecify.annotations.NullMarked;
