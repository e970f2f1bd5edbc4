// SPDX-License-Identifier: Apache-2.0
/** Receives and sends events: the handlers of libpmix, what features of this library receive, and notifications. */
@NullMarked
package org.pmixj.internal.notice;

import org.jspecify.annotations.NullMarked;
