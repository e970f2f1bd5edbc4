// SPDX-License-Identifier: Apache-2.0
/** Constructs groups by invitation, and elects a leader if one fails. */
@NullMarked
package org.pmixj.internal.group.invite;

import org.jspecify.annotations.NullMarked;
