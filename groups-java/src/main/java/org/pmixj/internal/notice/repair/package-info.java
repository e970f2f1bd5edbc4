// SPDX-License-Identifier: Apache-2.0
/** Works around the order of the events that libpmix replays, and around events for nobody. */
@NullMarked
package org.pmixj.internal.notice.repair;

import org.jspecify.annotations.NullMarked;
