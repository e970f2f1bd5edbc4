// SPDX-License-Identifier: Apache-2.0
/** Exchanges values of any size among members, and splits and extends groups. */
@NullMarked
package org.pmixj.internal.group.exchange;

import org.jspecify.annotations.NullMarked;
