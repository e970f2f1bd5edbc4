// SPDX-License-Identifier: Apache-2.0
/**
 * Who has called a collective. When one has timed out, this process asks the others by an event, and their libraries
 * answer, whatever their threads do: {@link org.pmixj.internal.rollcall.RollCall}. Before that nothing is sent or noted.
 */
@NullMarked
package org.pmixj.internal.rollcall;

import org.jspecify.annotations.NullMarked;
