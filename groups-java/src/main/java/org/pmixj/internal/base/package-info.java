// SPDX-License-Identifier: Apache-2.0
/** Checks of arguments, status codes, deadlines and the log: what needs nothing but the JDK. */
@NullMarked
package org.pmixj.internal.base;

import org.jspecify.annotations.NullMarked;
