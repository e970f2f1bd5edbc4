// SPDX-License-Identifier: Apache-2.0
/** Calls libpmix and is called by it: downcalls, upcall stubs, and the calls in flight. */
@NullMarked
package org.pmixj.internal.ffi;

import org.jspecify.annotations.NullMarked;
