// SPDX-License-Identifier: Apache-2.0
/** Constructs, destructs and leaves groups, and keeps the rosters of their members. */
@NullMarked
package org.pmixj.internal.group;

import org.jspecify.annotations.NullMarked;
