// SPDX-License-Identifier: Apache-2.0
/** Works around the repetition of events, names that are not checked, and a range that reaches too many. */
@NullMarked
package org.pmixj.internal.event.repair;

import org.jspecify.annotations.NullMarked;
