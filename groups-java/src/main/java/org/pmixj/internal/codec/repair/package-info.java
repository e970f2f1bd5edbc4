// SPDX-License-Identifier: Apache-2.0
/** Works around values and messages that libpmix does not carry. */
@NullMarked
package org.pmixj.internal.codec.repair;

import org.jspecify.annotations.NullMarked;
