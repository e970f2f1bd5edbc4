// SPDX-License-Identifier: Apache-2.0
/**
 * Learns who has called a collective that has timed out. This process then asks the others by an event, and their
 * libraries answer, whatever their threads do: {@link org.pmixj.internal.rollcall.RollCall}. Before a timeout nothing is
 * sent or noted.
 */
@NullMarked
package org.pmixj.internal.rollcall;

import org.jspecify.annotations.NullMarked;
