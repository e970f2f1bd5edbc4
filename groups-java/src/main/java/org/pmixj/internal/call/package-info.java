// SPDX-License-Identifier: Apache-2.0
/** Runs one native call: the gate of the session, the timeout, the future, and the dispatcher of user code. */
@NullMarked
package org.pmixj.internal.call;

import org.jspecify.annotations.NullMarked;
