// SPDX-License-Identifier: Apache-2.0
/** Works around the order and the repetition of the events that libpmix replays. */
@NullMarked
package org.pmixj.internal.event.repair;

import org.jspecify.annotations.NullMarked;
