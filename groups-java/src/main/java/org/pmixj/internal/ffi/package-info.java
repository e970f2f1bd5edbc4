// SPDX-License-Identifier: Apache-2.0
/** The boundary to libpmix: downcalls, upcall stubs, and the calls that are in flight. */
@NullMarked
package org.pmixj.internal.ffi;

import org.jspecify.annotations.NullMarked;
