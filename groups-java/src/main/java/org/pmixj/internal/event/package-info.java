// SPDX-License-Identifier: Apache-2.0
/** Registers event handlers, runs their chains, and sends notifications. */
@NullMarked
package org.pmixj.internal.event;

import org.jspecify.annotations.NullMarked;
